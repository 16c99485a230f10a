// All of standard input as one text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

namespace termhost::cli {

/// Up to its end, to the first error, which reads as the end, or until it is longer than `most` bytes.
[[nodiscard]] inline std::string standard_input(std::size_t most = SIZE_MAX) {
  constexpr std::size_t block = 64 * 1024;
  std::string text;
  std::size_t size = 0;
  do {
    text.resize(size + block);
    size += std::fread(text.data() + size, 1, block, stdin);
  } while (size == text.size() && size <= most);
  text.resize(size);
  return text;
}

}  // namespace termhost::cli
