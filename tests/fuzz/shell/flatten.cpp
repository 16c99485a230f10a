// Any bytes as a command for each shell: never a crash or a hang; what is called one line is one, and is taken again as
// it is; what is not says why; nothing that is typed holds a control character.
#include "shell/flatten/flatten.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "shell/launch/submission.hpp"
#include "shell/quoting/quote.hpp"

namespace {

using namespace termhost::shell;

bool holds(std::string_view text, ShellKind shell) {
  const Flattened result = flatten(text, shell);
  if (result.status == FlattenStatus::Bypassed) return !result.reason.empty();
  return !has_control(result.command) && flatten(result.command, shell).status == FlattenStatus::Unchanged;
}

bool is_typed_safely(std::string_view text, ShellKind shell) {
  SubmissionFacts facts;
  facts.shell = shell;
  facts.delivery = Delivery::EditorExecute;
  return !has_control(plan_submission(text, facts).text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const ShellKind shell :
       {ShellKind::Bash, ShellKind::Zsh, ShellKind::Dash, ShellKind::Ksh, ShellKind::Fish, ShellKind::PowerShell})
    if (!holds(text, shell) || !is_typed_safely(text, shell)) std::abort();
  return 0;
}
