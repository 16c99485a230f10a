// A list of which each host has a part, as one list: the answers to list_terminals and to MCP's tasks/list.
#pragma once

#include <string>
#include <vector>

#include "rpc/message.hpp"

namespace termhost::cli {

struct ListPart {
  std::string host;
  rpc::OrderedJson result;
};

/// The answer of a host that could not be asked. `why`: a sentence.
[[nodiscard]] rpc::OrderedJson no_terminals(const std::string& why);

/// In the order of `parts`, which are not empty. A text says its host.
[[nodiscard]] rpc::OrderedJson joined_terminals(const std::vector<ListPart>& parts);
[[nodiscard]] rpc::OrderedJson joined_tasks(const std::vector<ListPart>& parts);

}  // namespace termhost::cli
