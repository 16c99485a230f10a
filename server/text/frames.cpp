#include "text/frames.hpp"

#include <cstdint>
#include <cstring>

#include "vt/scan.hpp"
#include "vt/transitions.hpp"
#include "vt/utf8.hpp"

namespace termhost::text {
namespace {

/// Characters of width 1.
struct Run {
  const char* end = nullptr;
  std::size_t columns = 0;
};

/// The end of the copies of the character [first, next) that follow it.
const char* skip_copies(const char* first, const char* next, const char* end) {
  const std::ptrdiff_t length = next - first;
  while (end - next >= length && std::memcmp(first, next, static_cast<std::size_t>(length)) == 0) next += length;
  return next;
}

Run read_run(const char* at, const char* end, const CharWidths& char_width) {
  std::size_t columns = 0;
  for (;;) {
    const char* const stop = vt::skip_printable_ascii(at, end);
    columns += static_cast<std::size_t>(stop - at);
    if (stop == end || static_cast<unsigned char>(*stop) < 0x80) return {stop, columns};
    const vt::Decoded decoded = vt::decode_utf8({stop, end});
    const char32_t character = decoded.code_point;
    const bool graphic = decoded.taken > 0 && character != vt::Decoded::nothing && character >= vt::first_graphic;
    if (!graphic || char_width(character) != 1) return {stop, columns};
    at = skip_copies(stop, stop + decoded.taken, end);
    columns += static_cast<std::size_t>(at - stop) / decoded.taken;
  }
}

}  // namespace

std::size_t overwritten_frames(std::string_view bytes, int columns, const CharWidths& char_width) {
  const char* const end = bytes.data() + bytes.size();
  const char* frame = bytes.data();
  Run run = read_run(frame, end, char_width);
  while (run.end != end && *run.end == '\r' && run.columns <= static_cast<std::size_t>(columns)) {
    const char* const next = run.end + 1;
    const Run next_run = read_run(next, end, char_width);
    if (next_run.columns < run.columns) break;
    frame = next;
    run = next_run;
  }
  return static_cast<std::size_t>(frame - bytes.data());
}

}  // namespace termhost::text
