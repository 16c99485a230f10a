// Any bytes as a command for each POSIX shell: never a crash or a hang, and what is called one line is
// one, the same in pieces of any size.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "shell/analysis/parse.hpp"
#include "shell/flatten/flatten.hpp"
#include "shell/flatten/quote.hpp"
#include "shell/launch/submission.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace termhost::shell;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const ShellKind shell : {ShellKind::Bash, ShellKind::Zsh, ShellKind::Dash, ShellKind::Ksh}) {
    const Flattened result = flatten(text, shell);
    if (flatten(text, shell, 1) != result) std::abort();
    if (result.status != FlattenStatus::Bypassed && (has_control(result.command) || !parse(result.command, shell).ok()))
      std::abort();
    if (result.status == FlattenStatus::Bypassed && result.reason.empty()) std::abort();
    SubmissionFacts facts;
    facts.shell = shell;
    facts.delivery = Delivery::EditorExecute;
    if (has_control(plan_submission(text, facts).text)) std::abort();
  }
  return 0;
}
