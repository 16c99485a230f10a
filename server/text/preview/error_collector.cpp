#include "text/preview/error_collector.hpp"

#include <utility>

namespace termhost::text {
namespace {

/// Blocks kept of each rank. The first error of a run causes the others more often than not.
constexpr std::array<std::size_t, error_ranks> most_blocks{0, 8, 8, 24};
constexpr std::array<std::size_t, error_ranks> explained_lines{0, 0, 0, 3};  ///< after a line of that rank
constexpr std::size_t block_bytes = 640;
constexpr std::size_t line_columns = 240;
constexpr std::size_t ranked_bytes = 1024;  ///< of a line; what follows says nothing about its rank

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\n") == std::string_view::npos; }

}  // namespace

void ErrorCollector::scan(std::string_view text, Position at, Position end) {
  if (full() && explaining_ == 0) return;
  if (!open_line_.empty()) text = finish_line(text, at);
  const std::size_t whole = text.rfind('\n') + 1;
  scan_lines(text.substr(0, whole), at);
  if (whole == text.size()) return;
  open_begin_ = {end.offset - (text.size() - whole), end.lines};
  open_line_ = text.substr(whole, ranked_bytes);
}

/// Completes the open line from the start of `text`; returns the rest and moves `at` to it.
std::string_view ErrorCollector::finish_line(std::string_view text, Position& at) {
  const std::size_t line_end = text.find('\n');
  const std::string_view part = text.substr(0, line_end);
  open_line_ += part.substr(0, ranked_bytes - open_line_.size());
  if (line_end == std::string_view::npos) return {};
  const bool whole = open_begin_.offset + open_line_.size() == at.offset + line_end;
  if (whole) open_line_ += '\n';
  at = {at.offset + line_end + 1, at.lines + 1};
  on_line(std::exchange(open_line_, {}), open_begin_, at);
  return text.substr(line_end + 1);
}

void ErrorCollector::scan_lines(std::string_view lines, Position at) {
  std::size_t from = 0;
  while (from < lines.size() && (explaining_ > 0 || !full())) {
    std::size_t begin = from;
    if (explaining_ == 0) {
      const std::size_t hit = find_error_keyword(lines, from);
      if (hit == std::string_view::npos) return;
      begin = from + lines.substr(from, hit - from).rfind('\n') + 1;
      at = advance(at, lines.substr(from, begin - from));
    }
    const std::size_t size = lines.find('\n', begin) + 1 - begin;
    const Position end{at.offset + size, at.lines + 1};
    on_line(lines.substr(begin, size > ranked_bytes + 1 ? ranked_bytes : size), at, end);
    at = end;
    from = begin + size;
  }
}

/// `line` with its LF, or its first bytes where it is too long.
void ErrorCollector::on_line(std::string_view line, Position begin, Position end) {
  const ErrorRank rank = rank_error_line(line.substr(0, line.size() - (line.ends_with('\n') ? 1 : 0)));
  const std::string_view shown = column_prefix(line, line_columns);
  if (explaining_ > 0 && explain(shown, end, rank)) return;
  explaining_ = 0;
  if (rank == ErrorRank::None || !has_room(rank) || is_said(shown)) return;
  const auto index = static_cast<std::size_t>(rank);
  blocks_.push_back({rank, begin, end, std::string(shown)});
  ++kept_[index];
  if (begin.offset + shown.size() == end.offset) explaining_ = explained_lines[index];
}

/// Adds a line that follows the last block, if there is room. An error among them is explained in its turn.
bool ErrorCollector::explain(std::string_view shown, Position end, ErrorRank rank) {
  ErrorBlock& block = blocks_.back();
  if (block.text.size() + shown.size() > block_bytes) return false;
  const bool whole = block.end.offset + shown.size() == end.offset;
  block.text += shown;
  block.end = end;
  if (!is_blank(shown)) --explaining_;
  if (rank == ErrorRank::Cause) explaining_ = explained_lines[static_cast<std::size_t>(rank)];
  if (!whole) explaining_ = 0;
  return true;
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
