// The editors of this user that listen for agents, found by their sockets in the private runtime folders.
#pragma once

#include <vector>

#include "cli/serving/editor_choice.hpp"

namespace termhost::cli {

/// Asks each of them. One that does not answer within a second is left out.
[[nodiscard]] std::vector<FoundEditor> find_editors();

}  // namespace termhost::cli
