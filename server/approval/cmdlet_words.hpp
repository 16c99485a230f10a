// Whether each word of one of PowerShell's own commands is harmless in its place. Only the parameters of its row pass,
// by their names, their aliases or any beginning that means one of them, and operands of the kind that the row says.
#pragma once

#include <string_view>

#include "approval/word_proof.hpp"

namespace termhost::approval {

[[nodiscard]] Objection prove_cmdlet(Words words, const Known& known, const ProofContext& context);

/// `-Recurse`, `–rec`, `-Path:`: bare, with any of PowerShell's dashes, whatever follows it.
[[nodiscard]] bool is_parameter(const shell::ShellWord& word);

/// Of what objects in a pipe have: a property, or a method that only computes. Any other name may be a method that
/// acts.
[[nodiscard]] bool is_property(std::string_view member);

/// `%` with a member that is no property: it calls a method of what it is given.
[[nodiscard]] bool calls_member(std::string_view program, const shell::ShellWord& word);

}  // namespace termhost::approval
