// Finds the deny and ask rules that match one simple command in any of its layers: wrappers, options that contain code,
// code in code.
#pragma once

#include <string>
#include <string_view>

#include "approval/places/folders.hpp"
#include "approval/places/paths.hpp"
#include "approval/rules/policy.hpp"
#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {

/// A wrapper in a wrapper, code in code: no honest command goes deeper.
inline constexpr int max_wrapping = 12;
/// Words in all layers of one command: each layer repeats those below it.
inline constexpr std::size_t max_wrapped_words = 32768;

struct CommandAnalysis {
  const Rule* denied_by = nullptr;
  std::string denied_text;             ///< the words that it matched; empty: the command's own
  const Rule* maybe_denied = nullptr;  ///< may match as soon as unknown parts are known
  const Rule* asked_by = nullptr;      ///< of the third list
  std::string unknown;                 ///< not empty: why code may run that is not in the text
  const Rule* mentioned = nullptr;     ///< denies what words say to a program that may run its words
};

/// `moved`: the line may have left `cwd`, so that what is denied in any folder is.
[[nodiscard]] CommandAnalysis look_into(const shell::SimpleCommand& command, const Policy& policy,
                                        const ReadablePlaces& places, shell::ShellKind shell, std::string_view cwd,
                                        bool moved = false);

}  // namespace termhost::approval
