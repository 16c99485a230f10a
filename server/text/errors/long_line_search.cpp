#include "text/errors/long_line_search.hpp"

#include <algorithm>
#include <utility>

#include "text/errors/error_lines.hpp"

namespace termhost::text {
namespace {

constexpr std::size_t segment_bytes = 4096;
constexpr std::size_t lead_bytes = 80;                    // shown before a keyword
constexpr std::size_t said_bytes = 160;                   // shown from a keyword on
constexpr std::size_t most_bytes = std::size_t{1} << 20;  // of a line
constexpr std::size_t most_looks = 4096;
constexpr std::size_t most_parts = 2;  // of a line
/// Each keyword has all that is shown around it in one of two segments.
constexpr std::size_t overlap_bytes = lead_bytes + said_bytes;

}  // namespace

void LongLineSearch::take(std::string_view part, Position at) {
  if (segment_.empty()) segment_begin_ = at;
  while (!part.empty() && searched_ < most_bytes && looks_ < most_looks && found_.size() < most_parts) {
    const std::string_view taken = part.substr(0, segment_bytes - segment_.size());
    segment_ += taken;
    part.remove_prefix(taken.size());
    if (segment_.size() < segment_bytes) return;
    look(false);
    const std::size_t gone = segment_bytes - overlap_bytes;
    segment_.erase(0, gone);
    segment_begin_.offset += gone;
    searched_ += gone;
  }
}

std::vector<LinePart> LongLineSearch::finish() {
  if (!segment_.empty()) look(true);
  segment_.clear();
  searched_ = 0;
  return std::exchange(found_, {});
}

void LongLineSearch::look(bool is_last) {
  const std::string_view segment = segment_;
  const std::size_t begin = searched_ == 0 ? 0 : lead_bytes;
  const std::size_t end = is_last ? segment.size() : segment.size() - said_bytes;
  for (std::size_t at = find_error_keyword(segment, begin); at < end && looks_ < most_looks;
       at = find_error_keyword(segment, at + 1)) {
    if (found_.size() == most_parts) return;
    const std::uint64_t offset = segment_begin_.offset + at;
    if (offset < found_end_) continue;
    ++looks_;
    const std::string_view said = code_point_prefix(segment.substr(at), said_bytes);
    if (rank_error_line(said) != ErrorRank::Cause) continue;
    const auto room = static_cast<std::size_t>(std::min<std::uint64_t>(lead_bytes, offset - found_end_));
    const std::string_view lead = code_point_suffix(segment.substr(0, at), room);
    found_.push_back({{offset - lead.size(), segment_begin_.lines}, std::string(lead) + std::string(said)});
    found_end_ = offset + said.size();
  }
}

}  // namespace termhost::text
