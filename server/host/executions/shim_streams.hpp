// The streams of output that an editor sends, by the editor's own names for executions: whose they are, what came
// before anybody knew that, which chunks are missing, and the mark that leads each.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/ids.hpp"
#include "host/state/event.hpp"

namespace termhost::host {

struct ShimStream {
  base::ExecutionId execution;                 ///< empty: nobody's yet
  std::uint64_t age = 0;                       ///< of two that are nobody's, the older has the smaller one
  std::string unclaimed;                       ///< what came until it was somebody's
  std::int64_t next_index = 0;                 ///< of the next chunk, where the editor counts them
  bool parts_missing = false;                  ///< an index was left out, or more came than is kept unclaimed
  bool start_seen = false;                     ///< nothing came before: the mark C, or the index 0
  bool behind_start = false;                   ///< what leads the stream was taken off
  std::optional<event::ExecutionEnded> end{};  ///< it came before anybody knew whose it is
  std::string head;                            ///< first bytes, until it is clear whether the mark leads them

  /// The bytes behind the marks that lead the stream; empty while it can't be told. `line_of_fish`: what fish runs
  /// there; empty: it is another shell.
  [[nodiscard]] std::string behind_marks(std::string_view bytes, std::string_view line_of_fish);
  /// At the end of the stream: what could not be told until then.
  [[nodiscard]] std::string undecided();
};

class ShimStreams {
 public:
  [[nodiscard]] ShimStream* find(std::string_view shim_id);
  /// Counts a chunk, or several of `part_bytes`, and takes what was here before off `bytes`. Null where there is
  /// nothing to do: all was, or it is kept until the stream is somebody's.
  [[nodiscard]] ShimStream* arrived(std::string_view shim_id, std::string_view& bytes,
                                    std::optional<std::int64_t> index, std::span<const std::uint32_t> part_bytes);
  /// The end of what nobody knows yet.
  void ended_early(const event::ExecutionEnded& event);
  /// From now on it is this execution's.
  ShimStream& bind(const std::string& shim_id, const base::ExecutionId& execution);
  /// The name is free for another execution, if it was this one's.
  void unbind(const std::string& shim_id, const base::ExecutionId& execution);

 private:
  [[nodiscard]] ShimStream& known(std::string_view shim_id);

  std::map<std::string, ShimStream, std::less<>> streams_;
  std::uint64_t last_age_ = 0;
};

}  // namespace termhost::host
