// All of standard input as one text.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>

namespace termhost::cli {

/// Up to its end, or to the first error, which reads as the end.
[[nodiscard]] inline std::string standard_input() {
  constexpr std::size_t block = 64 * 1024;
  std::string text;
  std::size_t size = 0;
  do {
    text.resize(size + block);
    size += std::fread(text.data() + size, 1, block, stdin);
  } while (size == text.size());
  text.resize(size);
  return text;
}

}  // namespace termhost::cli
