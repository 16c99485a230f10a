// Where hostile lines run: as an unprivileged user, without a network and with nothing to write but a folder of its
// own, in which canaries are planted.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "shell/syntax/shell_kind.hpp"

namespace termhost::oracle {

/// What a run has told of the lines it was given.
struct Observed {
  std::vector<std::size_t> hits;   ///< numbers of the lines that were seen to do harm
  std::vector<std::size_t> shown;  ///< of those that were seen to show the secret; PowerShell alone tells which
  bool changed = false;            ///< something in the folder, or a secret, says that one of them did
  bool finished = false;
  std::size_t reached = 0;  ///< how many were begun, if one of them did not end
};

class Sandbox {
 public:
  /// `folder`: where the shell is, if not where the system has it.
  Sandbox(std::string shell, std::string folder);
  ~Sandbox();
  Sandbox(const Sandbox&) = delete;
  Sandbox& operator=(const Sandbox&) = delete;

  [[nodiscard]] Observed run(const std::vector<std::string>& lines) const;

 private:
  [[nodiscard]] std::string driver() const;
  [[nodiscard]] std::string words() const;
  [[nodiscard]] std::string setup() const;
  [[nodiscard]] bool is_powershell() const;

  std::string shell_;
  std::string folder_;
  std::filesystem::path home_;
};

}  // namespace termhost::oracle
