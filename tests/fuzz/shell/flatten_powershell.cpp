// Any text gets an answer; a flattened one has no control character and is taken again as it is.
#include <cstdlib>
#include <string_view>

#include "shell/flatten.hpp"
#include "shell/quote.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace termhost::shell;
  const Flattened first = flatten(std::string_view(reinterpret_cast<const char*>(data), size), ShellKind::PowerShell);
  if (first.status == FlattenStatus::Bypassed) return 0;
  if (has_control(first.command)) std::abort();
  if (flatten(first.command, ShellKind::PowerShell).status != FlattenStatus::Unchanged) std::abort();
  return 0;
}
