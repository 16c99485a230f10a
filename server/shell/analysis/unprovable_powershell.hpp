// Code that a PowerShell expression may run: .NET can do anything.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shell/analysis/simple_commands.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// A type in brackets that is none of those which only compute: `[IO.StreamWriter]'x'` runs what makes the type from
/// the value.
[[nodiscard]] bool makes_object(std::string_view text);

/// `[x]::y`: no value becomes one of the type. What the member does is found in the expression around it.
[[nodiscard]] bool names_member_of_type(const SyntaxTree& tree, NodeId attribute);

/// `${c:.env}`: a variable of a drive that is not a scope is a file.
[[nodiscard]] bool names_a_file(std::string_view variable);

/// The variable of a `foreach`, in small letters: PowerShell takes `$PATH` for `$path`. Nothing that is a name, where
/// it is of a drive or a scope (`$env:PATH`).
[[nodiscard]] std::string bound_name(std::string_view variable);

/// A word that is a quoted text, or has one in it.
[[nodiscard]] bool is_quoted(const SyntaxTree& tree, NodeId word);

/// `@{ n = 'x'; e = { … } }`: all its values are literal texts or script blocks.
[[nodiscard]] bool is_literal_table(const SyntaxTree& tree, NodeId expression);

/// Adds a pattern as the name of the program, and `--%`, after which the rest of the line reaches a program unchanged
/// except for `%NAME%`.
void add_unprovable_words(const std::vector<ShellWord>& words, std::vector<UnprovableCode>& code);

/// `switch -File x { … }`, by any beginning of the parameter's name.
[[nodiscard]] bool goes_through_file(std::string_view statement);

/// A call into .NET can do anything, unless its name is one that only computes for whatever object; an assignment
/// changes what follows. The rest computes.
void find_in_powershell_expression(const SyntaxTree& tree, NodeId expression, std::vector<UnprovableCode>& found);

}  // namespace termhost::shell
