#include "text/screen/plain_lines.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "base/ascii.hpp"
#include "base/byte_block.hpp"
#include "vt/scan.hpp"

namespace termhost::text {
namespace {

using base::block_size;
using base::copy_in_block;
/// Bytes from the start of a block that may be read.
constexpr std::ptrdiff_t read_ahead = 2 * block_size;

/// The end of the sequence that begins at `at`, or null where it might change the text.
const char* pass_sequence(const char* at, const char* end) {
  if (end - at < 3) return nullptr;
  if (at[1] == '[') {
    const char* const final = vt::csi_final(at, end);
    if (final == nullptr) return nullptr;
    const bool to_line_end = *final == 'K' && (final == at + 2 || (final == at + 3 && at[2] == '0'));
    return *final == 'm' || to_line_end ? final + 1 : nullptr;
  }
  // OSC with a number of one digit: a title or a link. The higher ones may be queries.
  if (at[1] != ']' || end - at < 5 || !base::is_digit(at[2]) || at[3] != ';') return nullptr;
  return vt::string_end(at, end);
}

/// The final byte of the control sequence that begins at byte `index` of a block, if both are in it; else null.
const char* final_byte(vt::KindsBlock& kinds, int index) {
  const char* const block = kinds.begin();
  const int first = index + 2;
  if (first >= block_size || block[index] != '\x1b' || block[index + 1] != '[') return nullptr;
  const std::uint64_t others = ~kinds.parameters() >> first;
  return others == 0 ? nullptr : block + first + std::countr_zero(others);
}

/// The bytes of the line end at `at`, or 0. Each terminal on the way adds a CR, and a file of CR LF has one before the
/// first.
std::ptrdiff_t line_end_length(const char* at, const char* end, bool line_feed_returns) {
  const char* const line_feed = std::find_if(at, end, [](char c) { return c != '\r'; });
  if (line_feed == end || *line_feed != '\n' || (line_feed == at && !line_feed_returns)) return 0;
  return line_feed + 1 - at;
}

/// The unread bytes. The last of them move to a buffer with zeros after them, so that blocks may reach past the end.
struct Source {
  explicit Source(std::string_view bytes) : at(bytes.data()), end(at + bytes.size()), left(bytes.size()) {}

  /// Makes [at, at + read_ahead) readable.
  void prepare() {
    if (end - at >= read_ahead || padded_) return;
    end = std::copy(at, end, tail_.data());
    at = tail_.data();
    padded_ = true;
  }
  [[nodiscard]] std::size_t bytes_before(const char* position) const {
    return left - static_cast<std::size_t>(end - position);
  }

  const char* at;
  const char* end;
  std::size_t left;

 private:
  std::array<char, 2 * read_ahead> tail_{};
  bool padded_ = false;
};

}  // namespace

std::size_t PlainLines::read(std::string_view bytes, int columns, bool line_feed_returns) {
  text_.resize(most_bytes + block_size);
  ends_.clear();
  rows_ = 0;
  blanks_until_ = 0;
  Source source(bytes.substr(0, most_bytes));
  std::size_t taken = 0;
  char* to = text_.data();
  const char* line_start = to;
  std::size_t continuation_bytes = 0;  // of characters in the line
  while (source.at < source.end) {
    source.prepare();
    const char* at = source.at;
    const char* const end = source.end;
    const char* const block = at;
    vt::KindsBlock kinds(block);
    for (std::uint64_t stops = kinds.stops(); stops != 0;) {
      const int index = std::countr_zero(stops);
      const char* const stop = block + index;
      if (stop >= end) return taken;
      to = copy_in_block(at, stop, to);
      const char* const final = final_byte(kinds, index);
      if (final != nullptr && *final == 'm') {
        at = final + 1;
        stops &= stops - 1;
        continue;
      }
      if (const std::ptrdiff_t line_end = line_end_length(stop, end, line_feed_returns); line_end > 0) {
        at = stop + line_end;
        taken = source.bytes_before(at);
        rows_ += rows_of(static_cast<std::size_t>(to - line_start) - continuation_bytes, columns);
        const bool blank = to != line_start && to[-1] == ' ';
        *to++ = '\n';
        ends_.push_back(static_cast<std::size_t>(to - text_.data()));
        if (blank) blanks_until_ = ends_.back();
        line_start = to;
        continuation_bytes = 0;
      } else if (const std::size_t length = single_column_bytes({stop, end}, char_width_); length > 0) {
        to = std::copy_n(stop, length, to);
        at = stop + length;
        continuation_bytes += length - 1;
      } else {
        at = *stop == '\x1b' ? pass_sequence(stop, end) : nullptr;
        if (at == nullptr) return taken;
      }
      if (at >= block + block_size) break;
      stops &= ~std::uint64_t{0} << (at - block);
    }
    source.at = std::max(at, block + block_size);
    if (at < source.at) to = copy_in_block(at, source.at, to);
  }
  return taken;
}

}  // namespace termhost::text
