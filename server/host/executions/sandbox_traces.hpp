// Traces that a command leaves in its sandbox: refusals, and changes of files in its copies.
#pragma once

#include "host/ports/owned_terminals.hpp"
#include "host/state/execution_record.hpp"

namespace termhost::host {

/// Refusals since somebody looked last are of the command in `record`.
void see_refusals(OwnedTerminals& owned, ExecutionRecord& record);

/// At the end of a command in a trial. True: its changes were seen.
bool see_changes(OwnedTerminals& owned, ExecutionRecord& record);

/// Before the command is sent: startup files and the hooks of a prompt have left traces too, which are not its own.
void forget_earlier_traces(OwnedTerminals& owned, const ExecutionRecord& record);

}  // namespace termhost::host
