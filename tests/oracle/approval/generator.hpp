// Random command lines of a shell that use nothing but stand-ins, harmless builtins, and file names in the current
// folder.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "shell/syntax/shell_kind.hpp"

namespace termhost::oracle {

/// The programs that exist: all are stand-ins.
[[nodiscard]] const std::vector<std::string>& stand_ins();

class Generator {
 public:
  Generator(shell::ShellKind shell, std::uint32_t seed) : shell_(shell), random_(seed) {}
  [[nodiscard]] std::string line();

 private:
  [[nodiscard]] std::size_t below(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_);
  }
  [[nodiscard]] bool chance(std::size_t percent) { return below(100) < percent; }
  [[nodiscard]] std::string one_of(std::initializer_list<std::string_view> texts);
  [[nodiscard]] std::string program();
  [[nodiscard]] std::string disguised(const std::string& word);
  [[nodiscard]] std::string word(int depth);
  [[nodiscard]] std::string substitution(int depth);
  [[nodiscard]] std::string redirection(int depth);
  [[nodiscard]] std::string simple(int depth);
  [[nodiscard]] std::string wrapped(int depth);
  [[nodiscard]] std::string compound(int depth);
  [[nodiscard]] std::string posix_compound(int depth);
  [[nodiscard]] std::string fish_compound(int depth);
  [[nodiscard]] std::string zsh_compound(int depth);
  [[nodiscard]] std::string command(int depth);
  [[nodiscard]] std::string list(int depth);
  [[nodiscard]] std::string here_document(int depth);
  [[nodiscard]] bool fish() const { return shell_ == shell::ShellKind::Fish; }
  [[nodiscard]] bool zsh() const { return shell_ == shell::ShellKind::Zsh; }

  shell::ShellKind shell_;
  std::mt19937 random_;
};

}  // namespace termhost::oracle
