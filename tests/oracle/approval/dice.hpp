// What the makers of random command lines choose by.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>
#include <span>
#include <string>
#include <string_view>

namespace termhost::oracle {

class Dice {
 public:
  explicit Dice(std::uint32_t seed) : random_(seed) {}

  [[nodiscard]] std::size_t below(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_);
  }
  [[nodiscard]] bool chance(std::size_t percent) { return below(100) < percent; }
  [[nodiscard]] std::string one_of(std::span<const std::string_view> texts) {
    return std::string(texts[below(texts.size())]);
  }
  [[nodiscard]] std::string one_of(std::initializer_list<std::string_view> texts) {
    return one_of(std::span(texts.begin(), texts.size()));
  }

 private:
  std::mt19937 random_;
};

}  // namespace termhost::oracle
