// Stands in for the PowerShell parser, so that what dispatches by family links: every text is refused.
#include "shell/flatten.hpp"
#include "shell/parse.hpp"
#include "shell/quote.hpp"

namespace termhost::shell {

SyntaxTree parse_powershell(std::string source) {
  SyntaxTree tree(std::move(source));
  tree.set_root(tree.add({.kind = NodeKind::List}));
  tree.set_error({.kind = SyntaxError::Kind::Invalid, .position = 0, .message = "PowerShell is not known yet"});
  return tree;
}

std::optional<std::string> static_value_powershell(const SyntaxTree&, NodeId) { return std::nullopt; }

Flattened flatten_powershell(std::string_view source) {
  return {.status = FlattenStatus::Bypassed, .command = std::string(source), .reason = "PowerShell is not known yet"};
}

std::string eval_powershell(std::string_view) { return {}; }
std::string quote_powershell(std::string_view text) { return std::string(text); }

}  // namespace termhost::shell
