#include "host/shim_streams.hpp"

#include <algorithm>
#include <array>

namespace termhost::host {
namespace {

constexpr std::size_t unclaimed_bytes = 64 * 1024;
constexpr std::size_t unclaimed_streams = 16;

/// The mark that leads every stream of an editor's shell integration, and what is left of it where a chunk border cut
/// it: VS Code tears it so.
constexpr std::array<std::string_view, 5> start_marks{"\x1b]633;C\x07", "\x1b]633;C\x1b\\", "\x1b]133;C\x07",
                                                      "\x1b]133;C\x1b\\", "C\x07"};

}  // namespace

std::string ShimStream::behind_marks(std::string_view bytes) {
  head.append(bytes);
  std::string_view rest = head;
  for (bool stripped = true; stripped;) {
    stripped = false;
    for (const std::string_view mark : start_marks) {
      if (!rest.starts_with(mark)) continue;
      rest.remove_prefix(mark.size());
      start_seen = behind_start = stripped = true;
    }
  }
  const bool may_become_mark = std::any_of(start_marks.begin(), start_marks.end(), [&](std::string_view mark) {
    return rest.size() < mark.size() && mark.starts_with(rest) && mark.front() == '\x1b';
  });
  std::string output(rest);
  if (!behind_start && may_become_mark) {
    head = std::move(output);
    return {};
  }
  behind_start = true;
  head.clear();
  return output;
}

ShimStream* ShimStreams::find(std::string_view shim_id) {
  const auto found = streams_.find(shim_id);
  return found == streams_.end() ? nullptr : &found->second;
}

ShimStream* ShimStreams::arrived(std::string_view shim_id, std::string_view bytes, std::optional<std::int64_t> index) {
  ShimStream* stream = &known(shim_id);
  if (index) {
    if (*index < stream->next_index) return nullptr;
    if (*index > stream->next_index) stream->parts_missing = true;
    stream->next_index = *index + 1;
    if (*index == 0) stream->start_seen = true;
  }
  if (!stream->execution.empty()) return stream;
  const std::size_t room = unclaimed_bytes - stream->unclaimed.size();
  if (bytes.size() > room) stream->parts_missing = true;
  stream->unclaimed.append(bytes.substr(0, room));
  return nullptr;
}

/// A new one is nobody's yet. Of too many the oldest goes: it came behind the end of what it belonged to.
ShimStream& ShimStreams::known(std::string_view shim_id) {
  if (ShimStream* stream = find(shim_id)) return *stream;
  std::size_t count = 0;
  auto oldest = streams_.end();
  for (auto entry = streams_.begin(); entry != streams_.end(); ++entry) {
    if (!entry->second.execution.empty()) continue;
    ++count;
    if (oldest == streams_.end() || entry->second.age < oldest->second.age) oldest = entry;
  }
  if (count >= unclaimed_streams) streams_.erase(oldest);
  ShimStream& stream = streams_[std::string(shim_id)];
  stream.age = ++last_age_;
  return stream;
}

ShimStream& ShimStreams::bind(const std::string& shim_id, const base::ExecutionId& execution) {
  ShimStream& stream = streams_[shim_id];
  stream.execution = execution;
  return stream;
}

void ShimStreams::unbind(const std::string& shim_id, const base::ExecutionId& execution) {
  const auto found = streams_.find(shim_id);
  if (found != streams_.end() && found->second.execution == execution) streams_.erase(found);
}

}  // namespace termhost::host
