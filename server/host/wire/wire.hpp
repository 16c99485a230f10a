// Core values as the wire carries them. The only place where a name of the core meets a name of the protocol.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "approval/decision/decide.hpp"
#include "host/state/event.hpp"
#include "host/state/places.hpp"
#include "protocol/approval.hpp"
#include "protocol/environment.hpp"
#include "protocol/execution_result.hpp"
#include "protocol/lifecycle.hpp"
#include "protocol/terminal.hpp"
#include "protocol/terminal_control.hpp"
#include "protocol/tool.hpp"
#include "tool/results/command_result.hpp"
#include "tool/results/environment_details.hpp"

namespace termhost::host {

/// None: nothing is hidden.
[[nodiscard]] std::optional<protocol::HiddenSecrets> to_wire(const text::HiddenCount& hidden);
[[nodiscard]] protocol::CommandOutput to_wire(const terminal::OutputSnapshot& output);
[[nodiscard]] protocol::ReadScreenResult to_wire(const text::ScreenView& view);
[[nodiscard]] protocol::ExecutionResult to_wire(const tool::CommandResult& result);
[[nodiscard]] protocol::ApprovalCheckResult to_wire(const approval::Decision& decision,
                                                    const std::optional<Place>& place);
[[nodiscard]] std::vector<protocol::CommandVerdict> to_wire(const std::vector<approval::CommandVerdict>& commands);
[[nodiscard]] protocol::ApprovalRequestParams to_wire(const ApprovalQuestion& question);
[[nodiscard]] protocol::TerminalDetails to_wire(const terminal::Terminal& terminal, const base::TaskId& task);
[[nodiscard]] protocol::ExecutionNews to_wire(const tool::ExecutionDetails& details);
[[nodiscard]] protocol::TerminalDidChangeStatusParams to_wire(const TerminalStatus& status);
[[nodiscard]] protocol::SubmitMode to_wire(shell::SubmitMode mode);
/// `rendered`: which of the two forms of the output the editor wants.
[[nodiscard]] protocol::ToolCallingParams to_wire(const ToolCalling& event, bool rendered);

[[nodiscard]] ApprovalAnswer from_wire(const protocol::ApprovalRequestResult& answer);
[[nodiscard]] ShimCapabilities from_wire(const protocol::ClientCapabilities& capabilities);
[[nodiscard]] terminal::Integration from_wire(protocol::Integration integration);
[[nodiscard]] TerminalFacts from_wire(const protocol::TerminalDidOpenParams& params);
[[nodiscard]] std::optional<event::Resumed> from_wire(const std::optional<protocol::ResumedExecution>& resumed);

/// The path of a file: URI; a plain path is itself.
[[nodiscard]] std::string path_of_uri(const std::string& uri);

}  // namespace termhost::host
