#include "text/preview/stream_fold_finder.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace termhost::text {
namespace {

constexpr std::size_t longest_line = 1024;

}  // namespace

void StreamFoldFinder::append(std::string_view text, Position at) {
  while (!text.empty() && !stopped_) {
    const std::string_view piece = text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1);
    take_piece(piece, at);
    at = {at.offset + piece.size(), at.lines + (piece.back() == '\n' ? 1 : 0)};
    text.remove_prefix(piece.size());
  }
}

/// `piece`: a line or a part of one.
void StreamFoldFinder::take_piece(std::string_view piece, Position at) {
  const bool ends = piece.back() == '\n';
  if (open_line_.empty() && at.offset >= looked_at_until_) return stop(at);
  if (long_line_) {
    long_line_ = !ends;
    return take_long(piece, at);
  }
  if (open_line_.empty() && ends && piece.size() <= longest_line) return finder_.take(piece, at);
  if (open_line_.empty()) open_begin_ = at;
  open_line_ += piece;
  if (!ends && open_line_.size() <= longest_line) return;
  const std::string line = std::exchange(open_line_, {});
  if (line.size() <= longest_line) return finder_.take(line, open_begin_);
  long_line_ = !ends;
  take_long(line, open_begin_);
}

/// Takes bytes only up to the limit, so that each way to cut the line has the same result.
void StreamFoldFinder::take_long(std::string_view part, Position at) {
  const std::uint64_t room = looked_at_until_ - at.offset;
  finder_.take_part({at, part.substr(0, room)});
  if (part.size() <= room) return;
  long_line_ = true;
  stop({looked_at_until_, at.lines});
}

void StreamFoldFinder::stop(Position at) {
  stopped_ = true;
  stop_ = at;
}

FoldedOutput StreamFoldFinder::finished(const Window& tail) && {
  looked_at_until_ = std::numeric_limits<std::uint64_t>::max();
  if (std::exchange(stopped_, false)) go_on(tail);
  if (!open_line_.empty()) finder_.take(open_line_, open_begin_);
  finder_.close();
  return finder_.output();
}

/// Continues with the end of an output, from the place where the reading stopped, or later.
void StreamFoldFinder::go_on(const Window& tail) {
  if (tail.position.offset <= stop_.offset) return append(tail.text.substr(stop_.offset - tail.position.offset), stop_);
  long_line_ = false;
  finder_.leave_out();
  const std::size_t part = tail.line_start ? 0 : tail.text.find('\n') + 1;
  const bool one_line = !tail.line_start && (part == 0 || part == tail.text.size());
  if (one_line) return finder_.take_part(tail);
  append(tail.text.substr(part), text::advance(tail.position, tail.text.substr(0, part)));
}

}  // namespace termhost::text
