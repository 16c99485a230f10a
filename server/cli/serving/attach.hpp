// The agent's side of joining an editor's termhost: `termhost mcp --attach`.
#pragma once

#include <string>
#include <string_view>

#include "base/expected.hpp"
#include "io/file_descriptor.hpp"
#include "protocol/codec/fields.hpp"

namespace termhost::cli {

/// Passes stdin and stdout on to an editor's termhost: the one that created this terminal, or else the one that has the
/// current folder open. The exit status: 0 when the agent has ended, 1 when the editor has, 2 where this terminal's
/// editor can't be joined. The error is a sentence: no other editor can be joined, and nothing was read or written.
[[nodiscard]] base::Expected<int, std::string> run_attached();

/// A connection to the editor that has the current folder open, which asks its user at the first call. The error is a
/// sentence.
[[nodiscard]] base::Expected<io::FileDescriptor, std::string> join_editor_with_folder();

inline constexpr std::string_view editor_gone =
    "the editor's termhost has ended, and with it this connection; its terminals and running commands are gone";
/// That, as params of `notifications/message`.
[[nodiscard]] protocol::OrderedJson editor_gone_message();

}  // namespace termhost::cli
