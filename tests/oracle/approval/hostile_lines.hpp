// Random command lines with hostile fragments in every place where a word, a name, a subscript or an option may stand.
// Whatever code they smuggle makes a file named `hit`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "oracle/approval/dice.hpp"
#include "shell/syntax/shell_kind.hpp"

namespace termhost::oracle {

class HostileLines : Dice {
 public:
  /// `seeds`: lines that are changed, beside those that are made up.
  HostileLines(shell::ShellKind shell, std::uint32_t seed, const std::vector<std::string>& seeds)
      : Dice(seed), shell_(shell), seeds_(seeds) {}
  [[nodiscard]] std::string line();

 private:
  [[nodiscard]] std::string name();
  [[nodiscard]] std::string subscript();
  [[nodiscard]] std::string option();
  [[nodiscard]] std::string word(int depth);
  [[nodiscard]] std::string command(int depth);
  [[nodiscard]] std::string builtin(int depth);
  [[nodiscard]] std::string script();
  [[nodiscard]] std::string compound(int depth);
  [[nodiscard]] std::string fish_compound(int depth);
  [[nodiscard]] std::string changed_seed();
  [[nodiscard]] bool fish() const { return shell_ == shell::ShellKind::Fish; }
  [[nodiscard]] bool zsh() const { return shell_ == shell::ShellKind::Zsh; }

  shell::ShellKind shell_;
  const std::vector<std::string>& seeds_;
};

}  // namespace termhost::oracle
