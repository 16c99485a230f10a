#include "approval/decision/input.hpp"

#include <algorithm>

#include "approval/decision/decide.hpp"
#include "approval/nested/unwrap.hpp"
#include "approval/programs/program_kinds.hpp"
#include "shell/analysis/parse.hpp"
#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {
namespace {

constexpr std::string_view hand_back = "\x03\x04\x1A\x1C";
constexpr char end_of_input = '\x04';

Decision allowed(std::string reason) {
  return {.verdict = Verdict::Allow, .commands = {}, .reason = std::move(reason), .suggestions = {}, .hazards = {}};
}

/// zsh has no comments at its prompt: the text after `#` is words and commands there.
bool has_comment(const shell::SyntaxTree& tree) {
  const std::vector<shell::Layout>& layout = tree.layout(0);
  return std::any_of(layout.begin(), layout.end(),
                     [](const shell::Layout& item) { return item.role == shell::Layout::Role::Comment; });
}

/// Keys first, then a command line; a key inside that line is asked about like any control character.
Decision judge_line(std::string_view text, const InputFacts& facts, const Policy& policy, bool shell_reads_keys) {
  const std::size_t keys = std::min(text.find_first_not_of(hand_back), text.size());
  const std::string_view line = text.substr(keys);
  const bool ends_shell = shell_reads_keys && text.substr(0, keys).find(end_of_input) != std::string_view::npos;
  // A key that interrupts also removes the text that is already in the line.
  const std::string command = (ends_shell ? std::string("exit\n") : std::string()) +
                              (keys == 0 ? std::string(facts.pending) : std::string()) + std::string(line);
  if (command.empty()) return allowed("a key that stops or suspends the running program");
  Decision decision = decide({.command = command,
                              .shell = facts.shell,
                              .cwd = facts.cwd,
                              .workspace = facts.workspace,
                              .session = facts.session,
                              .locate = facts.locate,
                              .files = facts.files},
                             policy);
  const bool comments = facts.shell == shell::ShellKind::Zsh && decision.verdict == Verdict::Allow &&
                        has_comment(shell::parse(command, facts.shell));
  if (!comments) return decision;
  decision.verdict = Verdict::Ask;
  decision.reason = "zsh runs typed text after `#` as commands";
  return decision;
}

/// The part of a text for a program that the shell may read: everything after a key that hands the terminal back, or
/// after the first line.
std::string_view left_for_shell(std::string_view text) {
  const std::size_t key = std::min(text.find_first_of(hand_back), text.size());
  const std::size_t line_end = text.find_first_of("\r\n");
  return text.substr(line_end < key ? line_end + 1 : key);
}

/// An approval counts for the execution: see `Access::send_input`.
std::string_view effect_of_approval(const Decision& decision, const InputFacts& facts) {
  const bool counts_later = decision.verdict == Verdict::Ask && facts.takes_commands && !facts.program_approved;
  return counts_later ? "; an approval also covers later input for this program, except passwords" : "";
}

bool may_take_commands(const CommandView& command, int depth) {
  if (command.words.empty()) return false;
  if (!command.words[0].known() || depth > 8) return true;
  if (takes_commands(program_name(command.words[0].text, command.shell))) return true;
  const std::vector<NestedCommand> inner = unwrap(command);
  return std::any_of(inner.begin(), inner.end(), [&](const NestedCommand& one) {
    if (one.kind == NestedCommand::Kind::Spelling) return false;
    if (one.kind != NestedCommand::Kind::Command) return true;
    return may_take_commands({one.words, command.shell, command.input, command.piped}, depth + 1);
  });
}

}  // namespace

Decision judge_input(std::string_view text, const InputFacts& facts, const Policy& policy) {
  // A user whose rules allow everything also allows a shell, with any input.
  const bool all = policy.allowed().match_all() != nullptr && policy.denied().empty() && policy.asked().empty();
  if (all && policy.problem().empty()) return allowed("the rule `*` allows every command, and no rule denies one");
  if (facts.reader == InputReader::Shell) return judge_line(text, facts, policy, true);
  const std::string_view rest = facts.reader == InputReader::Either ? text : left_for_shell(text);
  if (!rest.empty()) {
    InputFacts after = facts;
    if (facts.reader == InputReader::Program) after.pending = {};  // the program has read it with the first line
    Decision decision = judge_line(rest, after, policy, false);
    if (decision.verdict != Verdict::Allow) {
      decision.reason = "the shell may read it as a command line: " + decision.reason;
      decision.reason += effect_of_approval(decision, facts);
      decision.suggestions.clear();  // the text is an answer to a program: a rule would be about other lines
      return decision;
    }
  }
  const bool only_keys = text.find_first_not_of(hand_back) == std::string_view::npos;
  if (!facts.takes_commands || facts.program_approved || only_keys)
    return allowed("it is input for a running program that takes no commands or was approved");
  Decision decision{.verdict = Verdict::Ask,
                    .commands = {},
                    .reason = "the running program takes commands, so its input may be code",
                    .suggestions = {},
                    .hazards = {}};
  decision.reason += effect_of_approval(decision, facts);
  return decision;
}

bool input_takes_commands(std::string_view command, shell::ShellKind shell) {
  const shell::SimpleCommands found = shell::simple_commands(command, shell);
  if (!found.problem.empty()) return true;
  return std::any_of(found.commands.begin(), found.commands.end(), [&](const shell::SimpleCommand& one) {
    return may_take_commands({one.words, shell, nullptr, one.piped}, 0);
  });
}

}  // namespace termhost::approval
