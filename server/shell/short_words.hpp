// Looking up a short word in a fixed set with one comparison per row: up to eight bytes are one number.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace termhost::shell {

/// Different for different words of one to eight bytes without NUL; 0 for all others.
[[nodiscard]] constexpr std::uint64_t packed(std::string_view word) {
  if (word.size() > sizeof(std::uint64_t)) return 0;
  std::uint64_t number = 0;
  for (const char c : word) number = number << 8 | static_cast<unsigned char>(c);
  return number;
}

template <std::size_t N>
class ShortWords {
 public:
  template <class... Words>
  explicit constexpr ShortWords(Words... words) : rows_{packed(words)...} {}
  [[nodiscard]] constexpr bool contains(std::string_view word) const {
    const std::uint64_t wanted = packed(word);
    bool found = false;
    for (const std::uint64_t row : rows_) found |= row == wanted;
    return found && wanted != 0;
  }

 private:
  std::array<std::uint64_t, N> rows_;
};
template <class... Words>
ShortWords(Words...) -> ShortWords<sizeof...(Words)>;

}  // namespace termhost::shell
