// Random command lines with hostile fragments in every place where a word, a name, a subscript or an option may stand.
// Whatever code they smuggle makes a file named `hit`.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shell/syntax/shell_kind.hpp"

namespace termhost::oracle {

class HostileLines {
 public:
  /// `seeds`: lines that are changed, beside those that are made up.
  HostileLines(shell::ShellKind shell, std::uint32_t seed, const std::vector<std::string>& seeds)
      : shell_(shell), random_(seed), seeds_(seeds) {}
  [[nodiscard]] std::string line();

 private:
  [[nodiscard]] std::size_t below(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_);
  }
  [[nodiscard]] bool chance(std::size_t percent) { return below(100) < percent; }
  [[nodiscard]] std::string one_of(std::span<const std::string_view> texts);
  [[nodiscard]] std::string one_of(std::initializer_list<std::string_view> texts);
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
  std::mt19937 random_;
  const std::vector<std::string>& seeds_;
};

}  // namespace termhost::oracle
