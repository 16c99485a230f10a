#include "host/executions/shim_streams.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "vt/start_marks.hpp"

namespace termhost::host {
namespace {

constexpr std::size_t unclaimed_bytes = 64 * 1024;
constexpr std::size_t unclaimed_streams = 16;

}  // namespace

std::string ShimStream::behind_marks(std::string_view bytes, std::string_view line_of_fish) {
  head.append(bytes);
  const vt::StreamHead found = vt::strip_start_marks(head, line_of_fish);
  start_seen = start_seen || found.marked;
  if (found.undecided) return {};
  behind_start = true;
  std::string output(found.rest);
  head.clear();
  return output;
}

std::string ShimStream::undecided() { return std::string(vt::strip_start_marks(std::exchange(head, {})).rest); }

ShimStream* ShimStreams::find(std::string_view shim_id) {
  const auto found = streams_.find(shim_id);
  return found == streams_.end() ? nullptr : &found->second;
}

ShimStream* ShimStreams::arrived(std::string_view shim_id, std::string_view& bytes, std::optional<std::int64_t> index,
                                 std::span<const std::uint32_t> part_bytes) {
  ShimStream* stream = &known(shim_id);
  if (index) {
    const std::int64_t behind = *index + std::max<std::int64_t>(std::ssize(part_bytes), 1);
    if (behind <= stream->next_index) return nullptr;
    if (*index > stream->next_index) stream->parts_missing = true;
    for (std::int64_t at = *index; at < stream->next_index; ++at)
      bytes.remove_prefix(part_bytes[static_cast<std::size_t>(at - *index)]);
    stream->next_index = behind;
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

void ShimStreams::ended_early(const event::ExecutionEnded& event) { known(event.shim_id).end = event; }

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
