// The meaning of a decision for the place of a command, and the words for that place.
#pragma once

#include <string>
#include <string_view>

#include "approval/policy.hpp"
#include "sandbox/changes.hpp"
#include "sandbox/sandbox.hpp"

namespace termhost::host {

/// It runs, and no rule of the user's says so.
[[nodiscard]] bool built_in_alone(const approval::Decision& decision);
/// A rule of the user's wants the question.
[[nodiscard]] bool rule_asks(const approval::Decision& decision);
/// It would certainly fail in a trial, or wait there for a network.
[[nodiscard]] bool needs_more(const approval::Decision& decision);

/// One line. The agent's reason comes last, so it can't look like a part of the question. `tried`: the changes of a
/// trial of the same line; null: there was none.
[[nodiscard]] std::string outside(const std::string& justification, const sandbox::Changes* tried,
                                  std::string_view cwd);
[[nodiscard]] std::string place_in(const sandbox::Sandbox& sandbox, const sandbox::Enforcement& means);

}  // namespace termhost::host
