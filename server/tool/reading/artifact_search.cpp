#include "tool/reading/artifact_search.hpp"

#include <algorithm>
#include <cstring>

#include "base/ascii.hpp"

namespace termhost::tool {
namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 20;
constexpr std::size_t overlap_bytes = 4096;         ///< of the parts of a line that is longer than a block
constexpr std::size_t longest_shown_line = 2000;    ///< bytes; of a longer one the surroundings of the match
constexpr std::uint64_t context_reach = 16 * 1024;  ///< bytes before and after a match in which context is looked for

constexpr std::size_t npos = std::string_view::npos;

struct Hit {
  text::Position line;
  text::Position end;  ///< of the line, its LF included
  std::string text;
};

/// The end of the line around `at`, its LF included.
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
  Search(ArtifactReader& artifact, LineMatcher& matcher, const SearchWish& wish, const text::Secrets* secrets)
      : artifact_(artifact),
        matcher_(matcher),
        wish_(wish),
        secrets_(secrets),
        reach_(secrets ? secrets->reach() : 0) {}

  ReadResult<void> run() {
    std::vector<char> block(block_bytes);
    std::size_t kept = 0;  // bytes at the start of the block that belong to an unfinished line
    for (std::uint64_t offset = 0;;) {
      const auto got = artifact_.read(offset, std::span(block.data() + kept, block.size() - kept));
      if (!got) return base::unexpected(got.error());
      offset += *got;
      const std::string_view text(block.data(), kept + *got);
      const bool filled = text.size() == block.size();
      if (!filled && *got > 0) {  // a short read: more may come
        kept = text.size();
        continue;
      }
      const std::size_t used = look_at(text, *got == 0);
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
  std::size_t look_at(std::string_view text, bool last) {
    const std::size_t decided = find_secrets(text, last);
    const std::size_t whole = last ? text.size() : whole_lines(text.substr(0, decided));
    if (whole > 0) {
      look_at_shown(text.substr(0, whole));
      return whole;
    }
    if (text.empty()) return 0;
    look_at_part(text.substr(0, decided));  // the line is longer than the block
    const std::size_t used = decided - std::min(decided, overlap_bytes + reach_);
    at_ = text::advance(at_, text.substr(0, used));
    return used;
  }

  /// Returns the offset up to which the secrets are known; the end if nothing is hidden.
  std::size_t find_secrets(std::string_view text, bool last) {
    spans_.clear();
    if (secrets_ == nullptr) return text.size();
    return secrets_->scan(text, 0, last ? text::Ending::Cut : text::Ending::More, spans_);
  }

  /// A line end within a secret is none.
  [[nodiscard]] std::size_t whole_lines(std::string_view text) const {
    std::size_t whole = text.rfind('\n') + 1;
    for (auto span = spans_.rbegin(); span != spans_.rend() && span->end() > whole; ++span)
      if (span->offset < whole) whole = text.substr(0, span->offset).rfind('\n') + 1;
    return whole;
  }

  /// Lines with secrets one by one, as they are shown; those between them at once.
  void look_at_shown(std::string_view text) {
    std::size_t done = 0;
    if (in_long_line_ && secrets_ != nullptr) {
      done = line_end(text, 0);
      look_at_part(text.substr(0, done));
      at_ = text::advance(at_, text.substr(0, done));
      in_long_line_ = false;
    }
    for (std::size_t i = 0; i < spans_.size() && spans_[i].offset < text.size();) {
      const std::size_t begin = text.substr(0, spans_[i].offset).rfind('\n') + 1;
      std::size_t end = begin;
      for (; i < spans_.size() && (end == begin || spans_[i].offset < end); ++i)
        end = line_end(text, spans_[i].end() - 1);
      if (begin < done) continue;  // of the long line
      look_at_lines(text.substr(done, begin - done));
      look_at_hidden_line(text, begin, end);
      done = end;
    }
    look_at_lines(text.substr(done));
    in_long_line_ = false;
  }

  void look_at_hidden_line(std::string_view text, std::size_t begin, std::size_t end) {
    const std::string shown = shown_part(text, begin, end);
    if (matcher_.find(shown, 0) != npos) {
      ++total_;
      if (!next_) collect(base::without_line_end(shown), text::advance(at_, text.substr(begin, end - begin)));
    }
    at_ = next_ ? text::Position{at_.offset + (end - begin), 0} : text::advance(at_, text.substr(begin, end - begin));
  }

  [[nodiscard]] std::string shown_part(std::string_view text, std::size_t begin, std::size_t end) const {
    std::string part(text.substr(begin, end - begin));
    if (secrets_ == nullptr) return part;
    text::mask(part, begin, spans_);
    return text::labelled(std::move(part), secrets_->names()).text;
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
        collect(base::without_line_end(text.substr(begin, end - begin)), {at_.offset + (end - begin), at_.lines + 1});
      }
      from = end;
    }
    at_ = next_ ? text::Position{at_.offset + text.size() - counted, 0} : text::advance(at_, text.substr(counted));
  }

  /// Searches a part without the secret at its beginning, because that was searched with the part before.
  void look_at_part(std::string_view text) {
    if (in_long_line_ && long_line_matched_) return;
    const std::size_t begin = in_long_line_ ? std::min(reach_, text.size()) : 0;
    const std::string shown = secrets_ != nullptr ? shown_part(text, begin, text.size()) : std::string();
    const std::string_view part = base::without_line_end(secrets_ != nullptr ? std::string_view(shown) : text);
    in_long_line_ = true;
    long_line_matched_ = matcher_.find(part, 0) != npos;
    if (!long_line_matched_) return;
    ++total_;
    if (!next_) collect(part, {at_.offset + text.size(), at_.lines + 1});
  }

  /// `end`: of the line, its LF included.
  void collect(std::string_view line, text::Position end) {
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
  const text::Secrets* secrets_;
  std::size_t reach_;                    ///< bytes before a place that a secret there may have begun in
  std::vector<text::SecretSpan> spans_;  ///< in the block at hand
  text::Position at_;                    ///< of the block at hand; without lines once nothing more is shown
  std::uint64_t total_ = 0;
  std::uint64_t shown_bytes_ = 0;
  std::vector<Hit> hits_;
  std::optional<std::uint64_t> next_;
  bool in_long_line_ = false;
  bool long_line_matched_ = false;
};

/// Up to `count` whole lines before `place`, none of them from before `from`.
std::vector<NumberedLine> lines_before(ArtifactReader& artifact, text::Position place, std::uint64_t from,
                                       std::uint64_t count, const text::Secrets* secrets) {
  const std::uint64_t begin = std::max(from, place.offset - std::min(place.offset, context_reach));
  const auto text = read_masked(artifact, begin, place.offset - begin, secrets);
  if (!text || !text->ends_with('\n')) return {};
  std::vector<NumberedLine> lines = split_lines(*text, place.lines + 1 - text::count_line_ends(*text), secrets);
  if (begin > from && !lines.empty()) lines.erase(lines.begin());  // its start may be missing
  if (lines.size() > count) lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(count));
  for (NumberedLine& line : lines) {
    line.text = shown_line(line.text, 0, longest_shown_line);
    line.context = true;
  }
  return lines;
}

std::vector<NumberedLine> lines_after(ArtifactReader& artifact, const Hit& hit, std::uint64_t until,
                                      std::uint64_t count, const text::Secrets* secrets) {
  const auto text = read_masked(artifact, hit.end.offset, std::min(context_reach, until - hit.end.offset), secrets);
  if (!text) return {};
  std::vector<NumberedLine> lines = split_lines(*text, hit.end.lines + 1, secrets);
  if (lines.size() > count) lines.resize(count);
  for (NumberedLine& line : lines) {
    line.text = shown_line(line.text, 0, longest_shown_line);
    line.context = true;
  }
  return lines;
}

class Presentation {
 public:
  Presentation(ArtifactReader& artifact, const SearchWish& wish, const text::Secrets* secrets)
      : artifact_(artifact), wish_(wish), secrets_(secrets) {}

  /// False if it does not fit.
  bool add(const Hit& hit, std::uint64_t until) {
    std::vector<NumberedLine> lines;
    if (wish_.context_lines > 0) lines = lines_before(artifact_, hit.line, shown_until_, wish_.context_lines, secrets_);
    const std::uint64_t count = hit.end.lines - hit.line.lines;
    lines.push_back({.number = hit.line.lines + 1, .text = hit.text, .lines = count});
    if (wish_.context_lines > 0 && hit.end.offset < until) {
      const auto after = lines_after(artifact_, hit, until, wish_.context_lines, secrets_);
      lines.insert(lines.end(), after.begin(), after.end());
    }
    std::uint64_t bytes = 0;
    for (const NumberedLine& line : lines) bytes += line.text.size() + 1;
    if (!lines_.empty() && bytes_ + bytes > wish_.limit) return false;
    lines.front().after_gap = wish_.context_lines > 0 && !lines_.empty() &&
                              lines.front().number != lines_.back().number + lines_.back().lines;
    bytes_ += bytes;
    shown_until_ = hit.end.offset;
    for (auto line = lines.rbegin(); line != lines.rend() && line->context; ++line) shown_until_ += line->bytes;
    lines_.insert(lines_.end(), lines.begin(), lines.end());
    return true;
  }

  [[nodiscard]] std::vector<NumberedLine> take() && { return std::move(lines_); }

 private:
  ArtifactReader& artifact_;
  SearchWish wish_;
  const text::Secrets* secrets_;
  std::vector<NumberedLine> lines_;
  std::uint64_t bytes_ = 0;
  std::uint64_t shown_until_ = 0;
};

}  // namespace

ReadResult<SearchOutcome> search_artifact(ArtifactReader& artifact, LineMatcher& matcher, const SearchWish& wish,
                                          const text::Secrets* secrets) {
  Search search(artifact, matcher, wish, secrets);
  if (auto done = search.run(); !done) return base::unexpected(done.error());
  SearchOutcome outcome{.total = search.total(), .next = search.next()};
  Presentation presentation(artifact, wish, secrets);
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
