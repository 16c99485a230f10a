// What a PowerShell expression may run: .NET can do anything.
#pragma once

#include <string_view>
#include <vector>

#include "shell/analysis/simple_commands.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// A type in brackets that is none of those which only compute: `[IO.StreamWriter]'x'` runs what makes the type from
/// the value.
[[nodiscard]] bool makes_object(std::string_view text);

/// `${c:.env}`: a variable of a drive that is no scope is a file.
[[nodiscard]] bool names_a_file(std::string_view variable);

/// `switch -File x { … }`, by any beginning of the parameter's name.
[[nodiscard]] bool goes_through_file(std::string_view statement);

/// A call into .NET can do anything, an assignment changes what follows. The rest computes.
void find_in_powershell_expression(const SyntaxTree& tree, NodeId expression, std::vector<UnprovableCode>& found);

}  // namespace termhost::shell
