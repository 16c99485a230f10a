// A folder that only we can read, for the scripts and envelopes of one terminal.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/expected.hpp"

namespace termhost::io {

/// `$TMPDIR`, or /tmp.
[[nodiscard]] std::string temporary_directory();

/// The folder in which this user's termhosts meet: `termhost` in `$XDG_RUNTIME_DIR`, or in the folder for caches of a
/// home that is ours, or `termhost-<uid>` in the temporary directory; mode 0700. The last only if it has to be:
/// confined programs may write there (sandbox/plan.hpp). The error is a sentence.
[[nodiscard]] base::Expected<std::string, std::string> runtime_folder();

/// Those of these folders that are there: an agent may be started with less of the environment than the editor. None in
/// the temporary directory, where what is confined may write.
[[nodiscard]] std::vector<std::string> runtime_folders();

/// Removes a private folder and the files in it. Does nothing where it is not there or not ours.
void remove_private_folder(const std::string& path);

/// An empty folder of ours alone in the temporary directory, for what is made in one terminal and goes with it.
[[nodiscard]] base::Expected<std::string, std::string> make_scratch_folder();
/// Removes one with all that is in it; nobody may still write there.
void remove_scratch_folder(const std::string& path);

class PrivateFolder {
 public:
  /// A new one, mode 0700, in the runtime folder, or in the temporary directory where that is not ours.
  /// The error is a sentence.
  [[nodiscard]] static base::Expected<PrivateFolder, std::string> make();

  PrivateFolder() = default;  ///< none
  /// One that another process has made and left to us.
  [[nodiscard]] static PrivateFolder taken_over(std::string path) { return PrivateFolder(std::move(path)); }
  ~PrivateFolder() { remove_private_folder(path_); }
  PrivateFolder(PrivateFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  PrivateFolder& operator=(PrivateFolder&& other) noexcept {
    std::swap(path_, other.path_);
    return *this;
  }

  /// It stays: somebody else removes it.
  void leave() { path_.clear(); }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string path_of(std::string_view name) const { return path_ + "/" + std::string(name); }

  /// A new file, mode 0600, or a new content for it: who reads the old one goes on reading the old one.
  [[nodiscard]] base::Expected<void, std::string> write(const std::string& name, std::string_view content) const;
  /// The content of a plain file; nothing: there is none.
  [[nodiscard]] std::optional<std::string> read(const std::string& name) const;

 private:
  explicit PrivateFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

}  // namespace termhost::io
