#include "text/emulator/frames.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "vt/scan.hpp"

namespace termhost::text {
namespace {

/// Characters of width 1.
struct Run {
  const char* end = nullptr;
  std::size_t columns = 0;
};

std::uint64_t load(const char* at) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, at, sizeof bytes);
  return bytes;
}

/// The end of the copies of the character [first, next) that follow it.
const char* skip_copies(const char* first, const char* next, const char* end) {
  const std::ptrdiff_t length = next - first;
  constexpr std::ptrdiff_t word = sizeof(std::uint64_t);
  const std::ptrdiff_t step = word / length * length;
  while (end - next >= word && load(next - length) == load(next)) next += step;
  while (end - next >= length && std::equal(first, first + length, next)) next += length;
  return next;
}

Run read_run(const char* at, const char* end, const CharWidths& char_width) {
  std::size_t columns = 0;
  for (;;) {
    const char* const stop = vt::skip_printable_ascii(at, end);
    columns += static_cast<std::size_t>(stop - at);
    if (stop == end || static_cast<unsigned char>(*stop) < 0x80) return {stop, columns};
    const std::size_t length = single_column_bytes({stop, end}, char_width);
    if (length == 0) return {stop, columns};
    at = skip_copies(stop, stop + length, end);
    columns += static_cast<std::size_t>(at - stop) / length;
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
