#include "tool/artifact_search.hpp"

#include <algorithm>
#include <cstring>

namespace termhost::tool {
namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 20;
constexpr std::size_t overlap_bytes = 4096;         ///< of the parts of a line that is longer than a block
constexpr std::size_t longest_shown_line = 2000;    ///< bytes; of a longer one the surroundings of the match
constexpr std::uint64_t context_reach = 16 * 1024;  ///< bytes before and after a match in which context is looked for

constexpr std::size_t npos = std::string_view::npos;

struct Hit {
  text::Position line;
  std::uint64_t end = 0;  ///< of the line, its LF included
  std::string text;
};

/// Where the line that `at` is in ends, its LF included.
std::size_t line_end(std::string_view text, std::size_t at) {
  return std::min(text.find('\n', at), text.size() - 1) + 1;
}

/// The part of a long line around its match, at code points, with dots where it is cut.
std::string shown_line(std::string_view line, std::size_t match, std::size_t longest) {
  if (line.size() <= longest) return std::string(line);
  const std::size_t wanted = match - std::min(match, longest / 4);
  const std::size_t begin = line.size() - text::code_point_suffix(line, line.size() - wanted).size();
  const std::string_view part = text::code_point_prefix(line.substr(begin), longest);
  return (begin > 0 ? "…" : "") + std::string(part) + (begin + part.size() < line.size() ? "…" : "");
}

class Search {
 public:
  Search(ArtifactReader& artifact, LineMatcher& matcher, const SearchWish& wish)
      : artifact_(artifact), matcher_(matcher), wish_(wish) {}

  ReadResult<void> run() {
    std::vector<char> block(block_bytes);
    std::size_t kept = 0;  // bytes at the start of the block that belong to an unfinished line
    for (std::uint64_t offset = 0;;) {
      const auto got = artifact_.read(offset, std::span(block.data() + kept, block.size() - kept));
      if (!got) return base::unexpected(got.error());
      offset += *got;
      const std::string_view text(block.data(), kept + *got);
      const bool filled = text.size() == block.size();
      const std::size_t whole = filled ? text.rfind('\n') + 1 : 0;
      if (!filled && *got > 0) {  // a short read: more may come
        kept = text.size();
        continue;
      }
      const std::size_t used = look_at(text, whole, *got == 0);
      kept = text.size() - used;
      std::memmove(block.data(), block.data() + used, kept);
      if (*got > 0) continue;
      const auto dropped = artifact_.dropped();
      if (!dropped || offset != dropped->begin) return {};
      offset = dropped->end;
      at_ = artifact_.known_before(offset);
    }
  }

  [[nodiscard]] std::uint64_t total() const { return total_; }
  [[nodiscard]] const std::vector<Hit>& hits() const { return hits_; }
  [[nodiscard]] std::optional<std::uint64_t> next() const { return next_; }

 private:
  /// Looks through the whole lines of the block; returns how many bytes are done with.
  std::size_t look_at(std::string_view text, std::size_t whole, bool last) {
    if (last) whole = text.size();
    if (whole > 0) {
      look_at_lines(text.substr(0, whole));
      in_long_line_ = false;
      return whole;
    }
    if (text.empty()) return 0;
    look_at_part(text);  // the line is longer than the block
    const std::size_t used = text.size() - overlap_bytes;
    at_ = text::advance(at_, text.substr(0, used));
    return used;
  }

  void look_at_lines(std::string_view text) {
    std::size_t counted = 0;  // up to where at_ is
    std::size_t from = in_long_line_ && long_line_matched_ ? line_end(text, 0) : 0;
    for (std::size_t match = 0; (match = matcher_.find(text, from)) != npos;) {
      const std::size_t end = line_end(text, match);
      ++total_;
      if (!next_) {
        const std::size_t begin = from + text.substr(from, match - from).rfind('\n') + 1;
        at_ = text::advance(at_, text.substr(counted, begin - counted));
        counted = begin;
        std::string_view line = text.substr(begin, end - begin);
        if (line.ends_with('\n')) line.remove_suffix(1);
        collect(line, at_.offset + (end - begin));
      }
      from = end;
    }
    at_ = next_ ? text::Position{at_.offset + text.size() - counted, 0} : text::advance(at_, text.substr(counted));
  }

  void look_at_part(std::string_view text) {
    if (in_long_line_ && long_line_matched_) return;
    in_long_line_ = true;
    long_line_matched_ = matcher_.find(text, 0) != npos;
    if (!long_line_matched_) return;
    ++total_;
    if (!next_) collect(text, at_.offset + text.size());
  }

  void collect(std::string_view line, std::uint64_t end) {
    if (at_.offset < wish_.from) return;
    const std::size_t longest = std::min<std::uint64_t>(longest_shown_line, std::max<std::uint64_t>(wish_.limit, 4));
    std::string text = shown_line(line, line.size() > longest ? matcher_.place_in(line) : 0, longest);
    if (!hits_.empty() && shown_bytes_ + text.size() > wish_.limit) {
      next_ = at_.offset;
      return;
    }
    shown_bytes_ += text.size() + 1;
    hits_.push_back({at_, end, std::move(text)});
  }

  ArtifactReader& artifact_;
  LineMatcher& matcher_;
  SearchWish wish_;
  text::Position at_;  ///< of the block at hand; without lines once nothing more is shown
  std::uint64_t total_ = 0;
  std::uint64_t shown_bytes_ = 0;
  std::vector<Hit> hits_;
  std::optional<std::uint64_t> next_;
  bool in_long_line_ = false;
  bool long_line_matched_ = false;
};

/// Up to `count` whole lines before `place`, none of them from before `from`.
std::vector<NumberedLine> lines_before(ArtifactReader& artifact, text::Position place, std::uint64_t from,
                                       std::uint64_t count) {
  const std::uint64_t begin = std::max(from, place.offset - std::min(place.offset, context_reach));
  const auto text = read_text(artifact, begin, place.offset - begin);
  if (!text || !text->ends_with('\n')) return {};
  std::vector<NumberedLine> lines = split_lines(*text, 0);
  if (begin > from && !lines.empty()) lines.erase(lines.begin());  // its start may be missing
  if (lines.size() > count) lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(count));
  std::uint64_t number = place.lines + 1 - lines.size();
  for (NumberedLine& line : lines) {
    line.number = number++;
    line.text = shown_line(line.text, 0, longest_shown_line);
    line.context = true;
  }
  return lines;
}

std::vector<NumberedLine> lines_after(ArtifactReader& artifact, const Hit& hit, std::uint64_t until,
                                      std::uint64_t count) {
  const auto text = read_text(artifact, hit.end, std::min(context_reach, until - hit.end));
  if (!text) return {};
  std::vector<NumberedLine> lines = split_lines(*text, hit.line.lines + 2);
  if (lines.size() > count) lines.resize(count);
  for (NumberedLine& line : lines) {
    line.text = shown_line(line.text, 0, longest_shown_line);
    line.context = true;
  }
  return lines;
}

class Presentation {
 public:
  Presentation(ArtifactReader& artifact, const SearchWish& wish) : artifact_(artifact), wish_(wish) {}

  /// False if there is no room for it.
  bool add(const Hit& hit, std::uint64_t until) {
    std::vector<NumberedLine> lines;
    if (wish_.context_lines > 0) lines = lines_before(artifact_, hit.line, shown_until_, wish_.context_lines);
    lines.push_back({.number = hit.line.lines + 1, .text = hit.text});
    if (wish_.context_lines > 0 && hit.end < until) {
      const auto after = lines_after(artifact_, hit, until, wish_.context_lines);
      lines.insert(lines.end(), after.begin(), after.end());
    }
    std::uint64_t bytes = 0;
    for (const NumberedLine& line : lines) bytes += line.text.size() + 1;
    if (!lines_.empty() && bytes_ + bytes > wish_.limit) return false;
    lines.front().after_gap =
        wish_.context_lines > 0 && !lines_.empty() && lines.front().number != lines_.back().number + 1;
    bytes_ += bytes;
    shown_until_ = hit.end;
    for (auto line = lines.rbegin(); line != lines.rend() && line->context; ++line)
      shown_until_ += line->text.size() + 1;
    lines_.insert(lines_.end(), lines.begin(), lines.end());
    return true;
  }

  [[nodiscard]] std::vector<NumberedLine> take() && { return std::move(lines_); }

 private:
  ArtifactReader& artifact_;
  SearchWish wish_;
  std::vector<NumberedLine> lines_;
  std::uint64_t bytes_ = 0;
  std::uint64_t shown_until_ = 0;
};

}  // namespace

ReadResult<SearchOutcome> search_artifact(ArtifactReader& artifact, LineMatcher& matcher, const SearchWish& wish) {
  Search search(artifact, matcher, wish);
  if (auto done = search.run(); !done) return base::unexpected(done.error());
  SearchOutcome outcome{.total = search.total(), .next = search.next()};
  Presentation presentation(artifact, wish);
  const std::vector<Hit>& hits = search.hits();
  for (std::size_t i = 0; i < hits.size(); ++i) {
    const std::uint64_t until = i + 1 < hits.size() ? hits[i + 1].line.offset : outcome.next.value_or(artifact.size());
    if (!presentation.add(hits[i], until)) {
      outcome.next = hits[i].line.offset;
      break;
    }
    ++outcome.shown;
  }
  outcome.lines = std::move(presentation).take();
  return outcome;
}

}  // namespace termhost::tool
