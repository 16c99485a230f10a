// Runs a command line in a shell that can reach nothing but stand-ins, in an empty folder, and tells what it ran.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "shell/syntax/shell_kind.hpp"

namespace termhost::oracle {

using Argv = std::vector<std::string>;

class Runner {
 public:
  /// Makes a temporary folder with the stand-ins; it goes with the runner.
  explicit Runner(shell::ShellKind shell);
  ~Runner();
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  /// Every call of a stand-in, in the order of their ends of writing.
  [[nodiscard]] std::vector<Argv> run(const std::string& line);

 private:
  void empty_folder() const;
  void execute(const std::string& line) const;
  [[nodiscard]] std::vector<Argv> records() const;

  std::vector<std::string> shell_;  ///< the shell's words before the line
  std::filesystem::path home_;
};

}  // namespace termhost::oracle
