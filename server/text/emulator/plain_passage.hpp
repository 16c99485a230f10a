// A path around the screen for most output: whole lines that only scroll through become text without cells.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

#include "text/emulator/emulation_state.hpp"
#include "text/screen/plain_lines.hpp"

namespace termhost::text::emulation {

class PlainPassage {
 public:
  /// Takes the plain lines that `bytes` begin with past the parser and the cells; returns how many bytes that took. The
  /// parser has nothing begun.
  std::size_t pass(State& t, std::string_view bytes);
  /// Bytes to be read the ordinary way although plain lines may begin before; once.
  [[nodiscard]] std::size_t take_ordinary() { return std::exchange(ordinary_, 0); }

 private:
  PlainLines lines_;
  std::size_t ordinary_ = 0;
};

}  // namespace termhost::text::emulation
