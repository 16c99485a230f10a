#include "approval/deny/command_analysis.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "approval/deny/hidden_code.hpp"
#include "approval/nested/unwrap.hpp"
#include "approval/places/paths.hpp"
#include "approval/programs/program_kinds.hpp"
#include "approval/programs/wrapper_table.hpp"
#include "approval/proof/word_proof.hpp"
#include "approval/text.hpp"
#include "approval/variables/names.hpp"

namespace termhost::approval {
namespace {

using shell::ShellKind;
using shell::ShellWord;

std::string spelled(Words words) {
  std::string text;
  for (const ShellWord& word : words) {
    if (!text.empty()) text += ' ';
    for (const char c : word.text) text += c == shell::unknown_part ? std::string("…") : std::string(1, c);
  }
  return text;
}

/// Code with unknown parts, as code that the grammar can read: each is a variable.
std::string with_variables(std::string_view code, ShellKind shell) {
  std::string text;
  for (const char c : code) {
    if (c == shell::unknown_part)
      text += shell == ShellKind::Fish ? "$_" : "${_}";
    else
      text += c;
  }
  return text;
}

LetterCase letter_case(ShellKind shell) {
  return shell == ShellKind::PowerShell ? LetterCase::Ignored : LetterCase::Exact;
}

std::string led_by(std::string_view variable) {
  return fmt::format("the variable {} may decide which code runs", variable);
}

std::string_view assigned_name(std::string_view word) { return word.substr(0, std::min(word.find('='), word.size())); }

/// True if a pipe is its input: `| ed`, `ed < <(echo …)`, `ed < /dev/stdin`. The text of a named file is not in the
/// line.
bool reads_pipe(const shell::SimpleCommand& command) {
  return command.piped || std::ranges::any_of(command.redirections, [](const shell::FileRedirection& redirection) {
           const ShellWord& target = redirection.target;
           return redirection.access == shell::FileRedirection::Access::Read &&
                  (!target.known() || is_input(target.text));
         });
}

/// Characters that may be before or after a command in code of any language.
constexpr std::string_view separators = " \t\n\r=,;:|&()[]{}<>'\"`$%!@\\";

void add_parts(std::string_view text, std::vector<ShellWord>& parts) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(separators), text.size());
    if (end > 0) parts.push_back({std::string(text.substr(0, end))});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// The tables know the program, and each word is harmless in its place: none of them is a command.
bool is_known_plain(Words words, shell::ShellKind shell, const ReadablePlaces& places) {
  const ProgramMatch match = match_program(words, shell);
  if (match.program == nullptr) return is_builtin(match.name) || match.cmdlet;
  if (match.program->has(Wraps)) return true;                                  // that is judged by itself
  if (match.program->has(AnyWord)) return wrappers_of(match.name) != nullptr;  // the wrapper table knows its code
  if (match.program->has(ReadsCommands)) return false;
  return !prove_words(words, match, {.shell = shell, .places = &places, .spelled = {true}}).objection;
}

/// A rule that a part of the words after the first one spells, as a word, after an `=` or inside a text: `--hook='rm
/// x'`. nullptr: there is none.
const Rule* mentioned_rule(Words words, const RuleIndex& rules, LetterCase letters) {
  std::vector<ShellWord> parts;
  for (const ShellWord& word : words.subspan(1)) add_parts(word.text, parts);
  for (std::size_t at = 0; at < parts.size(); ++at) {
    std::string& first = parts[at].text;
    for (const std::size_t cut : {std::size_t{0}, first.rfind('/') + 1, std::size_t{2}}) {  // `/bin/rm`, `-Crm`
      if (cut > 0 && (cut >= first.size() || (cut == 2 && (first[0] != '-' || first[1] == '-')))) continue;
      const std::string whole = first;
      first.erase(0, cut);
      const Rule* const found = rules.longest(Words(parts).subspan(at), letters).certain;
      first = whole;
      if (found != nullptr && !found->words.empty()) return found;
    }
  }
  return nullptr;
}

class Looker {
 public:
  Looker(const Policy& policy, CommandAnalysis& insight, const ReadablePlaces& places, std::string_view cwd, bool moved)
      : policy_(policy),
        places_(places),
        insight_(insight),
        cwd_(moved ? std::string_view() : cwd),
        allowed_in_(moved ? unknown_folder : cwd) {}

  /// `place`: the outermost word that all of these come from; unset: they are the outermost command's own words from
  /// `offset` on.
  void look(const CommandView& command, std::size_t offset, std::optional<std::size_t> place, int depth) {
    const Words words = command.words;
    if (words.empty()) return;
    if (depth > 0) looked_at_ += words.size();
    if (depth > max_wrapping || looked_at_ > max_wrapped_words) return too_deep(place.value_or(offset));
    match(words, command.shell, depth);
    if (!words[0].known()) unknown("the command that runs is known only at run time");
    const std::string program = program_name(words[0].text, command.shell);
    const auto outer = [&](std::size_t at) { return place.value_or(offset + at); };
    for (const HiddenCode& hidden : find_hidden_code(words, program, command.shell)) {
      if (hidden.text.empty()) unknown(hidden.reason);
      if (!hidden.text.empty()) look_at_code(hidden.text, ShellKind::Bash, outer(hidden.at), depth + 1);
    }
    const std::vector<NestedCommand> nested = unwrap(command);
    for (const NestedCommand& inner : nested)
      look_inner(command, inner, outer(inner.at), place.has_value(), offset, depth);
    const bool runs_another = std::ranges::any_of(nested, [](const NestedCommand& inner) {
      return inner.kind == NestedCommand::Kind::Command || inner.kind == NestedCommand::Kind::Code;
    });
    if (!runs_another) look_for_mentions(command);
  }

  void look_at_code(std::string_view code, ShellKind shell, std::size_t place, int depth) {
    looked_at_ += code.size() / 8;
    if (depth > max_wrapping || looked_at_ > max_wrapped_words) return too_deep(place);
    if (code.find(shell::unknown_part) != std::string_view::npos)
      unknown("part of the code it runs is known only at run time");
    const shell::SimpleCommands found = shell::simple_commands(with_variables(code, shell), shell);
    if (!found.problem.empty()) unknown(found.problem);
    for (const shell::SimpleCommand& command : found.commands) {
      const ShellWord* input = command.input ? &*command.input : nullptr;
      look({command.words, shell, input, reads_pipe(command)}, 0, place, depth + 1);
      look_at_rest(command, shell, place, depth + 1);
    }
  }

  /// Checks the parts of a command other than its words.
  void look_at_rest(const shell::SimpleCommand& command, ShellKind shell, std::size_t place, int depth) {
    for (const shell::UnprovableCode& code : command.unprovable_code)
      if (code.runs_code) unknown(code.reason);
    for (const shell::VariableAssignment& assignment : command.assignments) {
      if (holds_code(assignment.name)) look_at_code(assignment.value.text, shell, place, depth + 1);
      if (leads_to_code(assignment.name)) unknown(led_by(assignment.name));
    }
    for (const ShellWord& word : command.words)  // of `env`, `export`
      if (const std::string_view name = assigned_name(word.text); leads_to_code(name)) unknown(led_by(name));
  }

 private:
  void unknown(std::string reason) {
    if (insight_.unknown.empty()) insight_.unknown = std::move(reason);
  }
  void too_deep(std::size_t /*place*/) {
    unknown("it starts its command through more programs such as `env` than termhost can follow");
  }

  void look_for_mentions(const CommandView& command) {
    if (insight_.mentioned != nullptr || policy_.allowed().match_all() == nullptr) return;
    const Rule* const rule = mentioned_rule(command.words, policy_.denied(), letter_case(command.shell));
    if (rule != nullptr && !is_known_plain(command.words, command.shell, places_)) insight_.mentioned = rule;
  }

  void match(Words words, ShellKind shell, int depth) {
    const LetterCase letters = letter_case(shell);
    const RuleMatch denied = policy_.denied().longest(words, letters, cwd_);
    const RuleMatch asked = policy_.asked().longest(words, letters, cwd_);
    if (denied.certain == nullptr && denied.possible == nullptr && asked.certain == nullptr &&
        asked.possible == nullptr)
      return;
    const RuleMatch allowed = policy_.allowed().longest(words, LetterCase::Exact, allowed_in_);
    const auto stronger = [&](const Rule& rule) {
      return allowed.certain == nullptr || rule.words.size() >= allowed.words();
    };
    if (denied.certain != nullptr && stronger(*denied.certain) && !possible_ && insight_.denied_by == nullptr) {
      insight_.denied_by = denied.certain;
      if (depth > 0) insight_.denied_text = spelled(words);
    }
    for (const Rule* rule : {asked.possible, asked.certain})
      if (rule != nullptr && stronger(*rule)) insight_.asked_by = rule;
    for (const Rule* rule : {denied.possible, possible_ ? denied.certain : nullptr})
      if (rule != nullptr && stronger(*rule) && insight_.maybe_denied == nullptr) insight_.maybe_denied = rule;
  }

  void look_inner(const CommandView& outer, const NestedCommand& inner, std::size_t at, bool placed, std::size_t offset,
                  int depth) {
    const bool before = std::exchange(possible_, possible_ || inner.possible);
    look_at(outer, inner, at, placed, offset, depth);
    possible_ = before;
  }

  void look_at(const CommandView& outer, const NestedCommand& inner, std::size_t at, bool placed, std::size_t offset,
               int depth) {
    if (inner.kind == NestedCommand::Kind::Spelling) return match(inner.words, outer.shell, 1);
    switch (inner.kind) {
      case NestedCommand::Kind::Spelling: return;
      case NestedCommand::Kind::Unknown: return unknown(inner.reason);
      case NestedCommand::Kind::Code: return look_at_code(inner.code, inner.shell, at, depth + 1);
      case NestedCommand::Kind::Command: break;
    }
    const bool own_words = !placed && inner.words.size() + inner.at <= outer.words.size() + 1 &&
                           inner.at < outer.words.size() && inner.words[0].text == outer.words[inner.at].text;
    const std::optional<std::size_t> place = own_words ? std::nullopt : std::optional<std::size_t>(at);
    look({inner.words, outer.shell, outer.input, outer.piped}, own_words ? offset + inner.at : 0, place, depth + 1);
  }

  const Policy& policy_;
  const ReadablePlaces& places_;
  CommandAnalysis& insight_;
  std::string_view cwd_;  ///< empty: anywhere
  std::string_view allowed_in_;
  std::size_t looked_at_ = 0;  ///< words, in all layers
  bool possible_ = false;      ///< the current words may not be a command
};

}  // namespace

CommandAnalysis look_into(const shell::SimpleCommand& command, const Policy& policy, const ReadablePlaces& places,
                          ShellKind shell, std::string_view cwd, bool moved) {
  if (policy.denied().empty() && policy.asked().empty()) return {};  // there is nothing to look for
  CommandAnalysis insight;
  Looker looker(policy, insight, places, cwd, moved);
  const ShellWord* input = command.input ? &*command.input : nullptr;
  looker.look({command.words, shell, input, reads_pipe(command)}, 0, std::nullopt, 0);
  looker.look_at_rest(command, shell, command.words.size(), 0);
  return insight;
}

}  // namespace termhost::approval
