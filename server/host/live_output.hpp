// What a running command prints, told to whoever watches its call.
#pragma once

#include <string_view>

#include "host/execution_record.hpp"
#include "host/shim.hpp"

namespace termhost::host {

/// What was just written to the record's log. Code points that a chunk border cut wait for their other half.
void tell_live_output(Shim& shim, ExecutionRecord& record, Stream stream, std::string_view bytes);
/// Of an execution that has ended: the last line, which could still change until now.
void tell_last_output(Shim& shim, ExecutionRecord& record);
/// Once, and last.
void tell_complete(Shim& shim, const Call& call, const ExecutionRecord* record);

}  // namespace termhost::host
