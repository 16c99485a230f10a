// The entries of ours in the settings of agents, as templates: the template filled, and an entry recognized by what it
// is. A template is JSON in which these texts stand for what differs: PROGRAM, ARGUMENTS, COMMAND (a list of both), and
// HOOK (both as a command line).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/codec/fields.hpp"

namespace termhost::cli {

struct EntryForm {
  std::string program;
  std::string arguments;  ///< of a server a JSON list, of a hook words of its command line

  bool operator==(const EntryForm&) const = default;
};

/// The program is ours by its name, wherever it is, or was.
[[nodiscard]] bool is_named_termhost(std::string_view program);

[[nodiscard]] protocol::OrderedJson filled(protocol::OrderedJson entry, const EntryForm& form);

/// The form of `value` if it is an entry of ours: that of the template, with one of these arguments.
[[nodiscard]] std::optional<EntryForm> form_of(const protocol::OrderedJson& entry, const protocol::OrderedJson& value,
                                               const std::vector<std::string>& arguments);

}  // namespace termhost::cli
