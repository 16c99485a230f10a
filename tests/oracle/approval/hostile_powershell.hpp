// Random lines of PowerShell with hostile fragments in every place where a word, a parameter, a value or a statement
// may stand. Whatever code they smuggle makes a file named `hit`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "oracle/approval/dice.hpp"

namespace termhost::oracle {

class HostilePowerShell : Dice {
 public:
  /// `seeds`: lines that are changed, beside those that are made up.
  HostilePowerShell(std::uint32_t seed, const std::vector<std::string>& seeds) : Dice(seed), seeds_(seeds) {}
  [[nodiscard]] std::string line();

 private:
  [[nodiscard]] std::string harm();
  [[nodiscard]] std::string word(int depth);
  [[nodiscard]] std::string block(int depth);
  [[nodiscard]] std::string parameter(int depth);
  [[nodiscard]] std::string expression(int depth);
  [[nodiscard]] std::string command(int depth);
  [[nodiscard]] std::string pipeline(int depth);
  [[nodiscard]] std::string compound(int depth);
  [[nodiscard]] std::string changed_seed();

  const std::vector<std::string>& seeds_;
};

}  // namespace termhost::oracle
