// Any text in any shell gets a verdict, and an empty policy never allows what would run something.
#include "approval/decision/decide.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "approval/decision/judge.hpp"

namespace {

using namespace termhost;

approval::Verdict verdict(std::string_view command, shell::ShellKind shell, const approval::Policy& policy) {
  const approval::Question question{.command = command, .shell = shell, .cwd = "/project", .workspace = {"/project"}};
  const approval::Decision decision = approval::decide(question, policy);
  const bool runs_something = std::any_of(decision.commands.begin(), decision.commands.end(),
                                          [](const auto& part) { return part.rule != approval::no_side_effects; });
  if (!runs_something && decision.verdict != approval::Verdict::Allow) std::abort();
  return runs_something ? decision.verdict : approval::Verdict::Ask;
}

}  // namespace

// The first byte chooses the shell, the rest is the command line.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using shell::ShellKind;
  static constexpr std::array shells{ShellKind::Bash, ShellKind::Zsh,        ShellKind::Dash,   ShellKind::Ksh,
                                     ShellKind::Fish, ShellKind::PowerShell, ShellKind::Unknown};
  static const approval::Policy none(approval::PolicyRules{});
  static const approval::Policy no_rm(
      approval::PolicyRules{.allowed = {"*", "git log"}, .denied = {"rm", "git push"}, .problem = {}});
  if (size == 0) return 0;
  const ShellKind shell = shells[data[0] % shells.size()];
  const std::string_view command(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (verdict(command, shell, none) != approval::Verdict::Ask) std::abort();
  static_cast<void>(verdict(command, shell, no_rm));
  return 0;
}
