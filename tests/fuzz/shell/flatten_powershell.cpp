// Any text gets an answer, the same in pieces of any size; a flattened one has no control character and is taken again
// as it is.
#include <cstdlib>
#include <string_view>

#include "shell/flatten/flatten.hpp"
#include "shell/flatten/quote.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace termhost::shell;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Flattened first = flatten(text, ShellKind::PowerShell);
  if (flatten(text, ShellKind::PowerShell, 1) != first) std::abort();
  if (first.status == FlattenStatus::Bypassed) return 0;
  if (has_control(first.command)) std::abort();
  if (flatten(first.command, ShellKind::PowerShell).status != FlattenStatus::Unchanged) std::abort();
  return 0;
}
