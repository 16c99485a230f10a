#include "text/errors/error_collector.hpp"

#include <algorithm>
#include <utility>

#include "base/ascii.hpp"

namespace termhost::text {
namespace {

/// Blocks kept of each rank. The first error of a run causes the others more often than not.
constexpr std::array<std::size_t, error_ranks> most_blocks{0, 8, 8, 24};
constexpr std::array<std::size_t, error_ranks> explained_lines{0, 0, 0, 3};  ///< after a line of that rank
constexpr std::size_t block_bytes = 640;
constexpr std::size_t more_bytes = 320;   ///< of what explains an error further
constexpr std::size_t trace_bytes = 960;  ///< of the frames above an error
constexpr std::size_t line_columns = 240;
constexpr std::size_t ranked_bytes = 1024;  ///< of a line; what follows is searched for parts that say what is wrong

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\n") == std::string_view::npos; }

std::size_t indent_of(std::string_view line) { return std::min(line.find_first_not_of(" \t"), line.size()); }

bool is_whole(std::string_view shown, Position begin, Position end) {
  return begin.offset + shown.size() == end.offset;
}

}  // namespace

void ErrorCollector::scan(std::string_view text, Position at, Position end) {
  if (full() && following_ == Following::Nothing) return;
  if (!open_line_.empty()) text = finish_line(text, at);
  const std::size_t whole = text.rfind('\n') + 1;
  scan_lines(text.substr(0, whole), at);
  if (whole == text.size()) return;
  open_begin_ = {end.offset - (text.size() - whole), end.lines};
  open_line_ = text.substr(whole, ranked_bytes);
  open_is_long_ = text.size() - whole > ranked_bytes;
  if (open_is_long_) search_rest(text.substr(whole), open_begin_);
}

/// Completes the open line from the start of `text`; returns the rest and moves `at` to it.
std::string_view ErrorCollector::finish_line(std::string_view text, Position& at) {
  const std::size_t line_end = text.find('\n');
  const std::string_view part = text.substr(0, line_end);
  const std::size_t room = ranked_bytes - open_line_.size();
  open_line_ += part.substr(0, room);
  if (part.size() > room) {
    if (!std::exchange(open_is_long_, true)) search_rest(open_line_, open_begin_);
    long_line_.take(part.substr(room), {at.offset + room, at.lines});
  }
  if (line_end == std::string_view::npos) return {};
  const bool whole = open_begin_.offset + open_line_.size() == at.offset + line_end;
  if (whole) open_line_ += '\n';
  at = {at.offset + line_end + 1, at.lines + 1};
  open_is_long_ = false;
  on_line(std::exchange(open_line_, {}), open_begin_, at);
  return text.substr(line_end + 1);
}

void ErrorCollector::scan_lines(std::string_view lines, Position at) {
  std::size_t from = 0;
  while (from < lines.size() && (following_ != Following::Nothing || !full())) {
    std::size_t begin = from;
    if (following_ == Following::Nothing) {
      const std::size_t hit = find_error_keyword(lines, from);
      if (hit == std::string_view::npos) return;
      begin = from + lines.substr(from, hit - from).rfind('\n') + 1;
      at = advance(at, lines.substr(from, begin - from));
    }
    const std::size_t size = lines.find('\n', begin) + 1 - begin;
    const Position end{at.offset + size, at.lines + 1};
    if (size - 1 > ranked_bytes) search_rest(lines.substr(begin, size - 1), at);
    on_line(lines.substr(begin, size > ranked_bytes + 1 ? ranked_bytes : size), at, end);
    at = end;
    from = begin + size;
  }
}

/// Searches the part of a long line that is not shown anyway.
void ErrorCollector::search_rest(std::string_view line, Position begin) {
  const std::string_view shown = column_prefix(line, line_columns);
  long_line_.take(line.substr(shown.size()), {begin.offset + shown.size(), begin.lines});
}

/// `line` with its LF, or its first bytes where it is too long.
void ErrorCollector::on_line(std::string_view line, Position begin, Position end) {
  const std::string_view shown = column_prefix(line, line_columns);
  const std::string_view text = base::without_line_end(line);
  if (begins_trace(text)) {
    begin_trace(shown, begin, end);
  } else {
    const ErrorRank rank = rank_error_line(text);
    if (!follow(shown, begin, end, rank) && rank != ErrorRank::None) keep(rank, shown, begin, end);
  }
  keep_parts();
}

/// True if the line belongs to the block before it.
bool ErrorCollector::follow(std::string_view shown, Position begin, Position end, ErrorRank rank) {
  switch (following_) {
    case Following::Nothing: return false;
    case Following::Trace: return follow_trace(shown, begin, end);
    case Following::Error:
      if (explain(shown, end, rank)) return true;
      [[fallthrough]];
    case Following::ErrorLater:
      if (explain_more(shown, begin, end, rank)) return true;
  }
  stop_following();
  return false;
}

/// Adds a line that follows the last block, if there is room. An error among them is explained in its turn.
bool ErrorCollector::explain(std::string_view shown, Position end, ErrorRank rank) {
  ErrorBlock& block = blocks_.back();
  if (block.text.size() + shown.size() > block_bytes) return false;
  const bool whole = is_whole(shown, block.end, end);
  block.text += shown;
  block.end = end;
  if (!is_blank(shown)) --explaining_;
  if (rank == ErrorRank::Cause) explaining_ = explained_lines[static_cast<std::size_t>(rank)];
  if (explaining_ == 0) following_ = Following::ErrorLater;
  if (!whole) following_ = Following::Nothing;
  return true;
}

/// Adds a line that is written like an explanation to a block of its own: the rest of a source excerpt or of frames.
bool ErrorCollector::explain_more(std::string_view shown, Position begin, Position end, ErrorRank rank) {
  if (rank == ErrorRank::Cause || (!is_blank(shown) && !may_explain(shown))) return false;
  if (!blocks_.back().explains)
    blocks_.push_back({.rank = blocks_.back().rank, .begin = begin, .end = begin, .text = {}, .explains = true});
  ErrorBlock& block = blocks_.back();
  if (block.text.size() + shown.size() > more_bytes) return false;
  block.text += shown;
  block.end = end;
  following_ = is_whole(shown, begin, end) ? Following::ErrorLater : Following::Nothing;
  return true;
}

void ErrorCollector::begin_trace(std::string_view shown, Position begin, Position end) {
  stop_following();
  blocks_.push_back({.rank = ErrorRank::Cause, .begin = begin, .end = begin, .text = {}, .explains = true});
  add_frame(shown, end);
  trace_indent_ = indent_of(shown);
  following_ = Following::Trace;
}

/// Frames, and the error below them. An error that is known, or has no room, takes its frames with it.
bool ErrorCollector::follow_trace(std::string_view shown, Position begin, Position end) {
  if (is_blank(shown) || indent_of(shown) > trace_indent_) {
    add_frame(shown, end);
    return true;
  }
  following_ = Following::Nothing;
  ErrorBlock trace = std::move(blocks_.back());
  blocks_.pop_back();
  if (!has_room(ErrorRank::Cause) || is_said(shown)) return true;
  blocks_.push_back(std::move(trace));
  push(ErrorRank::Cause, shown, begin, end);
  return true;
}

/// Keeps the last of many frames, because those are the frames that failed.
void ErrorCollector::add_frame(std::string_view shown, Position end) {
  ErrorBlock& trace = blocks_.back();
  const bool whole = is_whole(shown, trace.end, end);
  trace.end = end;
  trace.text += shown;
  std::size_t gone = whole ? 0 : trace.text.size();
  while (trace.text.size() - gone > trace_bytes) gone = trace.text.find('\n', gone) + 1;
  trace.begin = whole ? advance(trace.begin, std::string_view(trace.text).substr(0, gone)) : end;
  trace.text.erase(0, gone);
}

void ErrorCollector::keep(ErrorRank rank, std::string_view shown, Position begin, Position end) {
  if (has_room(rank) && !is_said(shown)) push(rank, shown, begin, end);
}

void ErrorCollector::push(ErrorRank rank, std::string_view shown, Position begin, Position end) {
  const auto index = static_cast<std::size_t>(rank);
  blocks_.push_back({.rank = rank, .begin = begin, .end = end, .text = std::string(shown)});
  ++kept_[index];
  explaining_ = is_whole(shown, begin, end) ? explained_lines[index] : 0;
  following_ = explaining_ > 0 ? Following::Error : Following::Nothing;
}

/// Keeps the findings from the rest of the long line.
void ErrorCollector::keep_parts() {
  for (LinePart& part : long_line_.finish()) {
    if (!has_room(ErrorRank::Cause) || is_said(part.text)) continue;
    stop_following();
    const Position end{part.begin.offset + part.text.size(), part.begin.lines};
    blocks_.push_back({.rank = ErrorRank::Cause,
                       .begin = part.begin,
                       .end = end,
                       .text = std::move(part.text),
                       .explains = false,
                       .line_start = false});
    ++kept_[static_cast<std::size_t>(ErrorRank::Cause)];
  }
}

void ErrorCollector::stop_following() {
  const bool is_empty = following_ == Following::ErrorLater && blocks_.back().explains && is_blank(blocks_.back().text);
  if (following_ == Following::Trace || is_empty) blocks_.pop_back();
  following_ = Following::Nothing;
}

bool ErrorCollector::is_said(std::string_view line) {
  if (!distinct_) return false;
  const auto diagnostic = diagnostic_in(line);
  return said_.is_known({.error = true, .message = diagnostic ? diagnostic->message : line});
}

bool ErrorCollector::has_room(ErrorRank rank) const {
  return kept_[static_cast<std::size_t>(rank)] < most_blocks[static_cast<std::size_t>(rank)];
}

bool ErrorCollector::full() const { return kept_ == most_blocks; }

std::vector<ErrorBlock> ErrorCollector::blocks() const {
  if (open_line_.empty()) return blocks_;
  ErrorCollector finished = *this;
  const Position end{open_begin_.offset + open_line_.size(), open_begin_.lines};
  finished.on_line(open_line_, open_begin_, end);
  return finished.blocks_;
}

}  // namespace termhost::text
