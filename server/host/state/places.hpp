// The meaning of a decision for the place of a command, and the words for that place.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "approval/decision/decide.hpp"
#include "protocol/sandbox.hpp"
#include "sandbox/changes.hpp"
#include "sandbox/sandbox.hpp"

namespace termhost::host {

/// It runs, and no rule of the user's says so.
[[nodiscard]] bool built_in_alone(const approval::Decision& decision);
/// A rule of the user's wants the question.
[[nodiscard]] bool rule_asks(const approval::Decision& decision);

/// The level at which a command runs, with the reason in words that follow "because".
struct Place {
  sandbox::Level level = sandbox::Level::Off;
  std::string because;
};
/// Nothing stays of a command at this level that would not stay at the level of the settings.
[[nodiscard]] bool keeps_no_more(sandbox::Level level, sandbox::Level set);
/// `set`: the level of the settings. The command is one that no rule denies.
[[nodiscard]] Place place_of(const approval::Decision& decision, sandbox::Level set, bool auto_approves);

/// The means for a trial, with a problem if they have gaps that the user has not accepted (`askInside` is not false):
/// a question whose answer would be a trial is no use.
[[nodiscard]] sandbox::Enforcement for_trial(sandbox::Enforcement means, const protocol::SandboxSetting& set);

/// The sandbox of this level, as the settings have the rest. `folders`: the workspace's.
[[nodiscard]] sandbox::Sandbox sandbox_at(sandbox::Level level, const protocol::SandboxSetting& set,
                                          std::vector<std::string> folders, std::vector<std::string> secret_files);

using MeansOf = std::function<sandbox::Enforcement(sandbox::Level)>;
/// The same for any command, on a machine with these means. Nothing: a rule denies the command.
[[nodiscard]] std::optional<Place> place_on_machine(const approval::Decision& decision, sandbox::Level set,
                                                    bool auto_approves, const MeansOf& means_of);

/// One line, for a command that leaves the sandbox that is `set`. The agent's reason is in quotation marks and comes
/// last, so it can't look like a part of the question. `tried`: the changes of a trial of the same line; null: there
/// was none.
[[nodiscard]] std::string outside(sandbox::Level set, const std::string& justification, const sandbox::Changes* tried,
                                  std::string_view cwd);
[[nodiscard]] std::string place_in(const sandbox::Sandbox& sandbox, const sandbox::Enforcement& means);

}  // namespace termhost::host
