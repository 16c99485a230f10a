// The beginnings of the files that `termhost setup` has written into, where they said nothing: `setup --remove` leaves
// such a file as it was. Kept in one JSON file, so that a later run knows them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace termhost::cli {

/// The text of a file; nothing: there was no file.
using Beginning = std::optional<std::string>;

class SetupMemory {
 public:
  explicit SetupMemory(std::filesystem::path file) : file_(std::move(file)) {}

  /// A sentence if it cannot be kept.
  [[nodiscard]] std::string keep(const std::filesystem::path& settings, const Beginning& beginning) const;
  /// Nothing: it is not known. It is forgotten by this.
  [[nodiscard]] std::optional<Beginning> take(const std::filesystem::path& settings) const;

 private:
  std::filesystem::path file_;
};

}  // namespace termhost::cli
