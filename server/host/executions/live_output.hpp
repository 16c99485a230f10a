// The output of a running command, for those that watch its call. Events are for the user: output that gathers within
// live_interval or up to live_bytes is one event. The first output after a pause is told at once.
#pragma once

#include <string_view>

#include "host/ports/shim.hpp"
#include "host/state/execution_record.hpp"

namespace termhost::host {

inline constexpr base::Millis live_interval{16};  ///< people see 60 pictures a second
inline constexpr std::size_t live_bytes = std::size_t{64} << 10;

/// Output that was just written to the record's log. False: some of it waits, and tell_waiting_output() is due in
/// live_interval.
[[nodiscard]] bool tell_live_output(Shim& shim, ExecutionRecord& record, Stream stream, std::string_view bytes,
                                    base::Instant now);
/// Code points that a chunk border cut go on waiting for their other half, unless the execution has ended.
void tell_waiting_output(Shim& shim, ExecutionRecord& record, base::Instant now);
/// The last output of an execution that has ended: the part that waits, and the last line, which could change until
/// now.
void tell_last_output(Shim& shim, ExecutionRecord& record, base::Instant now);
/// Once, and last. `never_ran`: the result of a command that no shell got; null: one got it.
void tell_complete(Shim& shim, const Call& call, ExecutionRecord* record, const tool::CommandResult* never_ran,
                   base::Instant now);

}  // namespace termhost::host
