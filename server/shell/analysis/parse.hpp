// Parsing a command line of any shell. Total: bad text is a tree with an error, never an exception.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "shell/syntax/shell_kind.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// Parses with the grammar of the shell's family. CRLF and a lone CR count as newlines, as when a terminal types them:
/// positions are those in `tree.source()`, the text with LF alone. An unknown shell is read as bash.
[[nodiscard]] SyntaxTree parse(std::string_view command, ShellKind shell);

/// CRLF and a lone CR become LF.
[[nodiscard]] std::string with_plain_newlines(std::string_view text);

/// The value of a Word, a part of one, or a HereBody that the shell would not expand: quotes, escapes and line
/// continuations removed. nullopt if it has an expansion (parameters, substitutions, globs, braces, tildes).
[[nodiscard]] std::optional<std::string> static_value(const SyntaxTree& tree, NodeId node, ShellKind shell);

/// Name of an Assignment ("x" of `x[1]+=2`) or of a Parameter ("x" of `${#x[@]:-1}`, "?" of `$?`); empty where there is
/// none.
[[nodiscard]] std::string_view assignment_name(const SyntaxTree& tree, NodeId assignment);
[[nodiscard]] std::string_view parameter_name(const SyntaxTree& tree, NodeId parameter);
/// The variable that `${x=…}` or `${x:=…}` sets; empty: it sets none.
[[nodiscard]] std::string_view defaulted_name(std::string_view parameter);

}  // namespace termhost::shell
