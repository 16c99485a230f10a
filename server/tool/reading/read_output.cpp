#include "tool/reading/read_output.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/number_text.hpp"
#include "base/utf8.hpp"
#include "tool/reading/artifact_page.hpp"
#include "tool/reading/artifact_search.hpp"
#include "tool/reading/line_matcher.hpp"
#include "tool/reading/numbered_lines.hpp"

namespace termhost::tool {
namespace {

using Dropped = ArtifactReader::Dropped;

auto sentence(std::string text) { return base::unexpected(std::move(text)); }

base::Expected<void, std::string> check(const ReadOutputRequest& request) {
  if (request.limit && *request.limit < 1) {
    return sentence(fmt::format("limit is {}; use a number of bytes, 1 to {}", *request.limit, largest_read_limit));
  }
  if (request.context_lines && (*request.context_lines < 0 || *request.context_lines > most_context_lines)) {
    return sentence(fmt::format("context_lines is {}; use 0 to {}", *request.context_lines, most_context_lines));
  }
  if (request.search && request.search->size() > longest_search) {
    return sentence(
        fmt::format("search has {} bytes; a pattern may have up to {}", request.search->size(), longest_search));
  }
  return {};
}

/// The offset asked for, from the start and outside of the dropped part.
base::Expected<std::uint64_t, std::string> resolve_offset(const ArtifactReader& artifact,
                                                          const ReadOutputRequest& request) {
  const std::int64_t asked = request.offset.value_or(0);
  const std::uint64_t size = artifact.size();
  std::uint64_t offset = static_cast<std::uint64_t>(asked);
  if (asked < 0) {
    const std::uint64_t back = ~offset + 1;
    offset = size - std::min(size, back);
  }
  if (offset > size) {
    return sentence(fmt::format(
        "offset {} is past the end: {} has {} bytes; use 0 to {}, or a negative offset to count from the end", asked,
        request.artifact_id, size, size - std::min<std::uint64_t>(size, 1)));
  }
  const auto dropped = artifact.dropped();
  const bool lost = dropped && offset >= dropped->begin && offset < dropped->end;
  return lost ? dropped->end : offset;
}

void add_note(std::string& notes, std::string_view note) {
  if (note.empty()) return;
  if (!notes.empty()) notes += "; ";
  notes += note;
}

std::string dropped_note(const Dropped& dropped) {
  return fmt::format("bytes {}-{} were not kept, because the output is longer than artifactMaxBytes", dropped.begin,
                     dropped.end);
}

std::string title(const ReadOutputRequest& request, const ReadOutputResult& result) {
  return fmt::format("{}: {} ({} bytes).", request.artifact_id, base::size_text(result.total_bytes),
                     result.total_bytes);
}

std::string with_note(const std::string& header, const std::string& note) {
  return note.empty() ? header + "\n" : fmt::format("{}\nNote: {}.\n", header, note);
}

std::string page_header(const ReadOutputRequest& request, const ReadOutputResult& result) {
  if (result.total_bytes == 0) return fmt::format("{}: empty (0 bytes), complete.", request.artifact_id);
  const std::string more = result.next_offset
                               ? fmt::format("more follows, continue with offset={}", *result.next_offset)
                               : std::string(result.begin == 0 ? "complete" : "complete to the end");
  return fmt::format("{} Showing bytes {}-{} of {}: {}.", title(request, result), result.begin, result.end,
                     result.total_bytes, more);
}

std::string search_header(const ReadOutputRequest& request, const ReadOutputResult& result) {
  const std::string search = base::well_formed(*request.search);
  if (result.total_matches == 0) return fmt::format("{} No line matches '{}'.", title(request, result), search);
  const std::string more =
      result.next_offset ? fmt::format("more follow, continue with offset={}", *result.next_offset) : "complete";
  return fmt::format("{} {} matching line{} for '{}', showing {}: {}.", title(request, result), *result.total_matches,
                     *result.total_matches == 1 ? "" : "s", search, result.shown_matches, more);
}

ReadOutputReply show_page(ArtifactReader& artifact, const ReadOutputRequest& request, std::uint64_t offset,
                          std::uint64_t limit, ReadOutputResult result) {
  const auto page = read_page(artifact, offset, limit, request.secrets);
  if (!page) return sentence(page.error().context);
  result.begin = page->begin.offset;
  result.end = result.begin + page->text.size();
  const auto dropped = artifact.dropped();
  const bool at_dropped = dropped && result.end == dropped->begin;
  if (result.end < result.total_bytes) result.next_offset = at_dropped ? dropped->end : result.end;
  if (page->text.empty() && result.next_offset && !at_dropped) {
    return sentence(fmt::format("{} became shorter while it was read; read it again", request.artifact_id));
  }
  result.complete = !result.next_offset;
  if (at_dropped || (dropped && offset == dropped->end)) add_note(result.note, dropped_note(*dropped));
  result.output = page->text;
  if (request.secrets != nullptr) {
    text::LabelledText shown = text::labelled(page->text, request.secrets->names());
    result.output = std::move(shown.text);
    result.hidden = shown.hidden;
    if (result.hidden.secrets > 0) add_note(result.note, in_words(result.hidden));
  }
  result.text = with_note(page_header(request, result), result.note) +
                format_lines(split_lines(page->text, page->begin.lines + 1, request.secrets));
  return result;
}

ReadOutputReply show_matches(ArtifactReader& artifact, const ReadOutputRequest& request, std::uint64_t offset,
                             std::uint64_t limit, ReadOutputResult result) {
  LineMatcher matcher(*request.search);
  const SearchWish wish{
      .from = offset, .limit = limit, .context_lines = static_cast<std::uint64_t>(request.context_lines.value_or(0))};
  const auto outcome = search_artifact(artifact, matcher, wish, request.secrets);
  if (!outcome) return sentence(outcome.error().context);
  result.begin = offset;
  result.end = outcome->next.value_or(result.total_bytes);
  result.total_matches = outcome->total;
  result.shown_matches = outcome->shown;
  result.next_offset = outcome->next;
  result.complete = !outcome->next;
  add_note(result.note, matcher.note());
  if (const auto dropped = artifact.dropped()) add_note(result.note, dropped_note(*dropped));
  result.output = format_lines(outcome->lines);
  result.text = with_note(search_header(request, result), result.note) + result.output;
  return result;
}

}  // namespace

ReadOutputReply read_output(ArtifactReader& artifact, const ReadOutputRequest& request) {
  if (auto fine = check(request); !fine) return sentence(fine.error());
  const auto offset = resolve_offset(artifact, request);
  if (!offset) return sentence(offset.error());
  ReadOutputResult result{.total_bytes = artifact.size()};
  const std::int64_t limit = std::min({request.limit.value_or(default_read_limit), request.most, largest_read_limit});
  if (request.limit.value_or(0) > limit) add_note(result.note, fmt::format("limit was lowered to {} bytes", limit));
  const bool search = request.search && !request.search->empty();
  return (search ? show_matches : show_page)(artifact, request, *offset, static_cast<std::uint64_t>(limit),
                                             std::move(result));
}

ReadOutputReply read_output(ArtifactSource& source, const base::TaskId& task, const ReadOutputRequest& request) {
  if (request.artifact_id.empty()) {
    return sentence(
        "artifact_id is missing; use the name that the result of a command gave, such as "
        "cmd-1706119234567.txt");
  }
  auto artifact = source.open_artifact(task, request.artifact_id);
  if (!artifact) return sentence(artifact.error().context);
  return read_output(**artifact, request);
}

}  // namespace termhost::tool
