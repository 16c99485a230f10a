// Proves that each word of a command is harmless in its place. The first word without a proof is the objection, in
// words for the user: "`-delete` of `find` deletes files".
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "approval/places/paths.hpp"
#include "approval/programs/invocation.hpp"
#include "approval/programs/program_match.hpp"
#include "approval/proof/operands.hpp"
#include "shell/analysis/simple_commands.hpp"
#include "shell/syntax/shell_kind.hpp"

namespace termhost::approval {

/// The origin of the rule that allows a command.
enum class RuleOrigin {
  Policy,   ///< a rule of the policy: any file may be read
  BuiltIn,  ///< termhost's own knowledge: only public files may be read
};

/// The content of a pipe of PowerShell's: objects, whose properties a cmdlet may take for its parameters.
enum class Piped {
  Anything,
  Text,   ///< no object with a path
  Files,  ///< files that may be read
};

struct ProofContext {
  shell::ShellKind shell = shell::ShellKind::Bash;
  RuleOrigin rule_origin = RuleOrigin::Policy;
  const ReadablePlaces* places = nullptr;
  std::vector<bool> spelled;      ///< words that the rule itself spells: what they are was decided by who wrote it
  bool bare_rule = false;         ///< the rule is the program's name and no more
  bool stdin_redirected = false;  ///< something else than the terminal is its input
  bool piped = false;             ///< for sure a pipe is
  Piped pipe_content = Piped::Anything;  ///< the content of that pipe
  bool may_log = false;                  ///< its input is from a command that a rule allows: a log may keep it
  bool log_in_line = false;              ///< of an interpreter: its input or a word may be text of a log
  bool any_rest = false;                 ///< the rule ends with `**`: options of a program without a row are meant too

  [[nodiscard]] bool is_spelled(std::size_t at) const { return at < spelled.size() && spelled[at]; }
};

struct WordProof {
  Objection objection;
  std::size_t inner = 0;  ///< of a wrapper: where the command begins that it runs; 0: there is none
};
[[nodiscard]] WordProof prove_words(Words words, const ProgramMatch& match, const ProofContext& context);

}  // namespace termhost::approval
