#include "shell/launch/submission.hpp"

#include <algorithm>

#include "shell/analysis/parse.hpp"
#include "shell/flatten/flatten.hpp"
#include "shell/flatten/posix_joining.hpp"
#include "shell/launch/integration.hpp"
#include "shell/launch/line_keys.hpp"
#include "shell/quoting/quote.hpp"

namespace termhost::shell {
namespace {

constexpr std::string_view kill_line = "\x15";  // Ctrl+U; Escape with the next letter is a key in PSReadLine
constexpr std::string_view paste_begin = "\x1B[200~";
constexpr std::string_view paste_end = "\x1B[201~";
constexpr std::string_view nothing_first = ": ; ";

// Shells without a hook keep the marks in their prompts, which the command may have changed or redirected.
constexpr std::string_view after_file = "; { __termhost_ended \"$?\"; } 3>&2 2>/dev/null";
// A DEBUG trap of ksh93's makes $? 0 in redirected braces.
constexpr std::string_view after_file_of_ksh =
    "; __termhost_status=$?; { __termhost_ended \"$__termhost_status\"; } 3>&2 2>/dev/null";

struct Line {
  std::string text;
  RewriteKind kind = RewriteKind::None;
  std::string reason;
  const SyntaxTree* means = nullptr;  ///< the same command in other layout; null: it is another command

  template <class Property>
  [[nodiscard]] bool is(Property property, ShellKind shell) const {
    return means != nullptr ? property(*means) : property(parse(text, shell));
  }
};

NodeId first_child(const SyntaxTree& tree, NodeId id) { return tree.node(id).first_child; }

bool is_one_simple_command(const SyntaxTree& tree) {
  const NodeId only = tree.ok() && !tree.open_ended() ? first_child(tree, tree.root()) : no_node;
  if (only == no_node || tree.node(only).next != no_node) return false;
  const Node& node = tree.node(only);
  if (node.kind != NodeKind::SimpleCommand || (node.flags & Background) != 0) return false;
  for (const NodeId child : tree.children(only))
    if (tree.node(child).kind == NodeKind::Word) return true;
  return false;
}

// True if bash's integration does not notice the start of the command, because its first part causes no DEBUG trap.
bool begins_unseen(const SyntaxTree& tree) {
  NodeId id = tree.root();
  while (id != no_node) {
    switch (tree.node(id).kind) {
      case NodeKind::List:
      case NodeKind::AndOr:
      case NodeKind::Pipeline:
      case NodeKind::Group:
      case NodeKind::If:
      case NodeKind::While:
      case NodeKind::Until: id = first_child(tree, id); continue;
      case NodeKind::Subshell:
      case NodeKind::Function:
      case NodeKind::Coproc: return true;
      default: return false;
    }
  }
  return false;
}

// `!` begins a history event in bash and zsh wherever no blank, = or ( follows; quotes protect differently in each.
bool may_recall_history(std::string_view line, ShellKind shell) {
  if (shell != ShellKind::Bash && shell != ShellKind::Zsh) return false;
  for (std::size_t i = line.find('!'); i != std::string_view::npos; i = line.find('!', i + 1))
    if (i + 1 < line.size() && std::string_view(" =(").find(line[i + 1]) == std::string_view::npos) return true;
  return false;
}

std::string evaluated(std::string_view text, ShellKind shell) {
  std::string clean(text);
  std::erase(clean, '\0');
  std::string line = eval_form(clean, shell);
  return line.empty() ? eval_form(clean, ShellKind::Dash) : line;  // every POSIX shell takes that one
}

// No command, no execution: the shell would show its prompt again and report nothing.
bool is_empty(const SyntaxTree& tree, ShellKind shell) {
  return shell != ShellKind::PowerShell && tree.ok() && first_child(tree, tree.root()) == no_node;
}

Line one_line(const SyntaxTree& tree, ShellKind shell) {
  if (is_empty(tree, shell)) return {":", RewriteKind::Flattened, "there is no command in it"};
  Flattened result = flatten(tree, shell);
  if (result.status == FlattenStatus::Unchanged) return {std::move(result.command), RewriteKind::None, {}, &tree};
  if (result.status == FlattenStatus::Bypassed)
    return {evaluated(tree.source(), shell), RewriteKind::Eval, "the shell reports the error itself: " + result.reason};
  if (result.form == FlattenForm::Eval) return {std::move(result.command), RewriteKind::Eval, std::move(result.reason)};
  return {std::move(result.command), RewriteKind::Flattened, std::move(result.reason), &tree};
}

/// bash reads what it is given line by line: what is more than one of its commands is put into one.
Line unit_of_bash(const SyntaxTree& tree, std::string_view text) {
  const Node& only = tree.node(first_child(tree, tree.root()));
  if (only.next == no_node && only.begin == 0 && only.end == text.size()) return {std::string(text), {}, {}, &tree};
  if (!posix_may_be_grouped(tree, ShellKind::Bash)) return one_line(tree, ShellKind::Bash);
  return {"{ " + std::string(text) + "\n}", RewriteKind::Grouped, "bash would run its lines as separate commands"};
}

/// As it was written, where the shell takes that for one command. PowerShell's own parser is asked by our script.
Line one_unit(const SyntaxTree& tree, ShellKind shell) {
  std::string_view text = tree.source();
  if (shell == ShellKind::PowerShell) return {std::string(text), {}, {}, &tree};
  while (text.ends_with('\n') && !text.ends_with("\\\n")) text.remove_suffix(1);
  const bool whole = tree.ok() && !tree.open_ended() && !is_empty(tree, shell);
  if (!whole || text.size() > longest_loaded_line(shell)) return one_line(tree, shell);
  if (shell == ShellKind::Fish || text.find('\n') == text.npos) return {std::string(text), {}, {}, &tree};
  if (shell == ShellKind::Bash) return unit_of_bash(tree, text);
  if (posix_joining(tree, shell) == Joining::DiffersEach) return one_line(tree, shell);
  return {std::string(text), {}, {}, &tree};
}

void turn_into_eval(Line& line, ShellKind shell, std::string reason) {
  line = {evaluated(line.text, shell), RewriteKind::Eval, std::move(reason)};
}

// The editor's own integration knows the line as its shell script reports it: surely only for one simple command.
void fit_editor_execute(Line& line, ShellKind shell) {
  if (shell == ShellKind::PowerShell) return;
  if (may_recall_history(line.text, shell)) {
    turn_into_eval(line, shell, "an exclamation mark would recall a line of the history");
  } else if (line.text.starts_with('\\')) {
    turn_into_eval(line, shell, "the editor never reports the end of a line that begins with a backslash");
  } else if (!line.is(is_one_simple_command, shell)) {
    turn_into_eval(line, shell, "the editor follows only one simple command reliably");
  }
}

void fit_editor_typed(Line& line, ShellKind shell) {
  if (shell == ShellKind::PowerShell) return;
  const bool unseen = shell == ShellKind::Bash && line.is(begins_unseen, shell);
  if (may_recall_history(line.text, shell)) {
    turn_into_eval(line, shell, "an exclamation mark would recall a line of the history");
  } else if (unseen || line.text.starts_with('\\')) {
    line = {std::string(nothing_first) + line.text, RewriteKind::Prefix,
            unseen ? "bash would print its output before it says that the command began"
                   : "the editor never reports the end of a line that begins with a backslash"};
  }
}

/// In PowerShell the setting commandDelay is a part of the line, which leaves $? as the command did. Nothing may follow
/// --%, which takes all of the line.
void add_delay(Line& line, const SubmissionFacts& facts) {
  if (facts.shell != ShellKind::PowerShell || facts.delivery >= Delivery::Owned || facts.command_delay_ms == 0) return;
  if (line.text.find("--%") != std::string::npos) return;
  const std::string pause = "Start-Sleep -Milliseconds " + std::to_string(facts.command_delay_ms);
  line.text += "; if ($?) { " + pause + " } else { " + pause + "; Write-Error 0 -ErrorAction Ignore }";
}

/// A quoted dot cannot be an alias. The editors' own integration never reports the end of a line that begins with one.
std::string sourcing(const SubmissionFacts& facts) {
  const bool has_aliases = facts.shell != ShellKind::Fish && facts.shell != ShellKind::PowerShell;
  const std::string_view dot = has_aliases && facts.delivery >= Delivery::Owned ? "\\. " : ". ";
  return std::string(facts.shell == ShellKind::Fish ? "source " : dot) + quote(facts.command_file, facts.shell);
}

/// An unknown shell may take the keys for something else; its line is probably empty.
std::string_view clearing_keys(ShellKind shell) { return shell == ShellKind::Unknown ? std::string_view() : kill_line; }

/// With our integration these shells keep no line that begins with a space, because the history file is the user's. zsh
/// recognises the lines that it got from us.
std::string_view history_guard(const SubmissionFacts& facts) {
  const ShellKind shell = facts.shell;
  const bool typed = shell == ShellKind::Zsh && facts.delivery == Delivery::Owned;
  return typed || (shell == ShellKind::Bash && facts.delivery >= Delivery::Owned) ? " " : "";
}

SubmissionPlan typed(const Line& line, const SubmissionFacts& facts) {
  const bool paste = facts.bracketed_paste && facts.shell != ShellKind::PowerShell;
  SubmissionPlan plan{.mode = paste ? SubmitMode::Paste : SubmitMode::Plain, .kind = line.kind, .reason = line.reason};
  plan.line = line.text;
  plan.text = clearing_keys(facts.shell);
  plan.text += history_guard(facts);
  if (paste) plan.text += paste_begin;
  plan.text += line.text;
  if (paste) plan.text += paste_end;
  plan.text += '\r';
  return plan;
}

SubmissionPlan loaded(const Line& line, const SubmissionFacts& facts) {
  SubmissionPlan plan{.mode = SubmitMode::Plain, .kind = line.kind, .reason = line.reason};
  plan.line = line.text;
  std::erase(plan.line, '\0');
  plan.text = history_guard(facts);
  plan.text += plan.line;
  return plan;
}

SubmissionPlan delivered(const Line& line, const SubmissionFacts& facts) {
  if (facts.delivery == Delivery::Loaded) return loaded(line, facts);
  if (facts.delivery != Delivery::EditorExecute) return typed(line, facts);
  return {.text = line.text, .line = line.text, .mode = SubmitMode::Execute, .kind = line.kind, .reason = line.reason};
}

/// nu, cmd, elvish, xonsh, julia, …: what our grammars would make of a line is not what they read. One line goes as it
/// is; how several would be joined is theirs to know.
SubmissionPlan as_it_is(std::string_view command, const SubmissionFacts& facts) {
  while (!command.empty() && (command.back() == '\n' || command.back() == '\r')) command.remove_suffix(1);
  const bool has_keys =
      std::any_of(command.begin(), command.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; });
  SubmissionPlan plan;
  if (has_keys)
    plan.refusal =
        "termhost does not know this shell's grammar, so it takes one line at a time and no control characters; send "
        "several commands, or name another shell";
  else if (command.size() > facts.max_line_bytes)
    plan.refusal = "the line is longer than the terminal takes; put it into a script";
  if (!plan.refusal.empty()) return plan;
  return delivered({std::string(command), RewriteKind::None, {}}, facts);
}

/// ksh93 names a job by the last line of its history, which would be the one that reads the file.
std::string for_job_names(std::string_view command, ShellKind shell) {
  constexpr std::size_t longest_name = 1024;
  if (shell != ShellKind::Ksh || command.size() > longest_name) return {};
  return "print -s -- " + quote(std::string(command), shell) + " 2>/dev/null\n";
}

SubmissionPlan from_file(std::string_view command, const SubmissionFacts& facts, std::string reason) {
  std::string line = sourcing(facts);
  // ksh reads all of the file first, and an error in it would belong to no command.
  const bool announces = !facts.start_mark.empty(), on_the_line = announces && facts.shell == ShellKind::Ksh;
  if (announces) line += facts.shell == ShellKind::Ksh ? after_file_of_ksh : after_file;
  if (on_the_line) line = std::string(announce) + "; " + line;
  SubmissionPlan plan = delivered({std::move(line), RewriteKind::CommandFile, std::move(reason)}, facts);
  plan.file_content = for_job_names(command, facts.shell);
  if (announces && !on_the_line) *plan.file_content += std::string(announce) + '\n';
  *plan.file_content += command;
  std::erase(*plan.file_content, '\0');
  if (!plan.file_content->ends_with('\n')) *plan.file_content += '\n';
  return plan;
}

}  // namespace

std::string_view to_string(SubmitMode mode) {
  switch (mode) {
    case SubmitMode::Execute: return "execute";
    case SubmitMode::Plain: return "plain";
    case SubmitMode::Paste: return "paste";
  }
  return "plain";
}

std::string_view to_string(RewriteKind kind) {
  switch (kind) {
    case RewriteKind::None: return "none";
    case RewriteKind::Flattened: return "flattened";
    case RewriteKind::Grouped: return "grouped";
    case RewriteKind::Eval: return "eval";
    case RewriteKind::Prefix: return "prefix";
    case RewriteKind::CommandFile: return "envelope";
    case RewriteKind::Edited: return "edited";
  }
  return "none";
}

SubmissionPlan plan_submission(std::string_view command, const SubmissionFacts& facts) {
  return plan_submission(parse(command, facts.shell), facts);
}

SubmissionPlan plan_submission(const SyntaxTree& tree, const SubmissionFacts& facts) {
  const std::string_view command = tree.source();
  if (facts.shell == ShellKind::Unknown) return as_it_is(command, facts);
  const bool has_file = !facts.command_file.empty();
  const bool hookless =
      facts.delivery == Delivery::Owned && (!facts.start_mark.empty() || facts.shell == ShellKind::Dash);
  if (hookless && has_file)
    return from_file(command, facts, "the shell has no hook that reports when a command begins");
  const bool is_loaded = facts.delivery == Delivery::Loaded;
  Line line = is_loaded ? one_unit(tree, facts.shell) : one_line(tree, facts.shell);
  switch (facts.delivery) {
    case Delivery::EditorExecute: fit_editor_execute(line, facts.shell); break;
    case Delivery::EditorTyped: fit_editor_typed(line, facts.shell); break;
    case Delivery::Owned:
    case Delivery::Loaded: break;
  }
  add_delay(line, facts);
  const std::size_t longest = is_loaded ? longest_loaded_line(facts.shell) : facts.max_line_bytes;
  const bool too_long = line.text.size() + history_guard(facts).size() > longest;
  if (too_long && has_file)
    return from_file(command, facts,
                     is_loaded ? "the line editor of the shell is slow with so long a line"
                               : "the line is longer than the terminal takes");
  SubmissionPlan plan = delivered(line, facts);
  plan.too_long = too_long;
  return plan;
}

}  // namespace termhost::shell
