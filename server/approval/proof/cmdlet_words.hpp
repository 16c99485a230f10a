// Proves that each word of one of PowerShell's own commands is harmless in its place. Only the parameters of its row
// pass, by name, alias or a clear beginning of the name, and operands of the kind that the row requires.
#pragma once

#include <string_view>

#include "approval/proof/word_proof.hpp"

namespace termhost::approval {

[[nodiscard]] Objection prove_cmdlet(Words words, const ProgramMatch& match, const ProofContext& context);

/// `-Recurse`, `–rec`, `-Path:`: not quoted, with any of PowerShell's dashes, whatever the next word is.
[[nodiscard]] bool is_parameter(const shell::ShellWord& word);

/// True for a property, or a method that only computes, of the objects in a pipe. Any other name may be a method that
/// acts.
[[nodiscard]] bool is_property(std::string_view member);

/// True for `%` with a member that is not a property: it calls a method of its input.
[[nodiscard]] bool calls_member(std::string_view program, const shell::ShellWord& word);

}  // namespace termhost::approval
