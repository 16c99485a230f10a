#include "terminal/executions/written_lines.hpp"

#include <utility>

#include "base/utf8.hpp"

namespace termhost::terminal {
namespace {

constexpr std::size_t longest_line = std::size_t{64} << 10;

}  // namespace

void WrittenLines::add(std::string_view bytes) {
  parser_.write(bytes, *this);
  newly_ = hidden_.add(std::exchange(lines_, {}));
}

void WrittenLines::finish(std::string_view last) {
  parser_.write(last, *this);
  end_line();
  newly_ = hidden_.add(std::exchange(lines_, {}));
  newly_ += hidden_.finish();
}

void WrittenLines::print(char32_t character) {
  std::string bytes;
  base::append_utf8(bytes, character);
  put(bytes);
}

void WrittenLines::execute(char32_t control) {
  if (control == '\t') return put(" ");
  if (control == '\n' || control == '\r' || control == '\v' || control == '\f' || control == 0x85) end_line();
}

/// Those that move the cursor. The others choose character sets and modes.
void WrittenLines::esc_dispatch(std::uint32_t id) {
  switch (id) {
    case vt::function_id("8"):
    case vt::function_id("D"):
    case vt::function_id("E"):
    case vt::function_id("M"):
    case vt::function_id("c"): return end_line();
    default: return;
  }
}

/// A cursor that only moves to the right, and what changes no cell before it, stay in the line.
void WrittenLines::csi_dispatch(std::uint32_t id, const vt::Parameters& /*parameters*/) {
  if (id == vt::function_id("C")) return put(" ");
  if (id == vt::function_id("K") || id == vt::function_id("m") || id > 0xff) return;
  end_line();
}

void WrittenLines::put(std::string_view text) {
  line_ += text;
  if (line_.size() >= longest_line) end_line();
}

void WrittenLines::end_line() {
  if (line_.empty()) return;
  lines_ += std::exchange(line_, {});
  lines_ += '\n';
}

}  // namespace termhost::terminal
