#include "shell/analysis/simple_commands.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/ascii.hpp"
#include "shell/analysis/loop_words.hpp"
#include "shell/analysis/nested_code.hpp"
#include "shell/analysis/parse.hpp"
#include "shell/analysis/redirections.hpp"
#include "shell/analysis/unprovable_code.hpp"
#include "shell/analysis/unprovable_powershell.hpp"
#include "shell/analysis/word_values.hpp"

namespace termhost::shell {
namespace {

constexpr int max_visits = 2000;  ///< deeper than any tree of the parsers: it only guards the stack
bool sets_ifs(const SyntaxTree& tree) { return tree.source().find("IFS=") != std::string_view::npos; }

class Collector {
 public:
  Collector(const SyntaxTree& tree, ShellKind shell)
      : tree_(tree), shell_(shell), words_(tree, shell, !sets_ifs(tree)), finder_(tree, shell) {}

  SimpleCommands run() {
    if (tree_.root() != no_node) visit(tree_.root(), false);
    for (std::string& name : finder_.take_bound_names()) found_.bound_names.push_back(std::move(name));
    if (const std::optional<SyntaxError>& error = tree_.error())
      found_.problem =
          fmt::format("{} cannot read it: {} (byte {})", to_string(shell_), error->message, error->position);
    else if (begins_with_caret())
      found_.problem = "it begins with ^: the shell may take this for a change of the last command";
    else if (tree_.open_ended())
      found_.problem = "its end is missing";
    return std::move(found_);
  }

 private:
  [[nodiscard]] bool begins_with_caret() const {
    return (shell_ == ShellKind::Bash || shell_ == ShellKind::Zsh) && tree_.source().starts_with('^');
  }

  /// The depth of the commands of the line's own list.
  [[nodiscard]] int line_depth() const { return tree_.node(tree_.root()).kind == NodeKind::List ? 2 : 1; }

  void visit(NodeId node, bool piped) {
    const Node& n = tree_.node(node);
    if (++depth_ > max_visits) found_.problem = "it is nested too deeply";
    if (depth_ <= max_visits) {
      switch (n.kind) {
        case NodeKind::SimpleCommand: simple_command(node, piped); break;
        case NodeKind::Pipeline: pipeline(node, piped); break;
        case NodeKind::Function: function(node); break;
        default: compound(node, piped); break;
      }
    }
    --depth_;
  }

  void pipeline(NodeId node, bool piped) {
    bool first = true;
    std::size_t producer = ShellWord::no_command;
    std::vector<std::size_t> stages;
    for (const NodeId child : tree_.children(node)) {
      const std::size_t place = found_.commands.size();
      const KnownVariables outer = words_.variables;
      if (tree_.node(child).kind == NodeKind::While && !has_redirection(tree_, child)) learn_read_line(child, producer);
      if (is_piece(child))
        compound_piece(child);
      else
        visit(child, piped || !first);
      words_.variables = outer;
      const bool simple = tree_.node(child).kind == NodeKind::SimpleCommand && place < found_.commands.size();
      if (simple && !may_read_elsewhere(tree_, child)) found_.commands[place].producer = producer;
      if (producer != ShellWord::no_command && tree_.node(child).op == Operator::PipeBoth)
        found_.commands[producer].mixes_errors = true;
      if (simple) stages.push_back(place);
      producer = simple ? place : ShellWord::no_command;
      first = false;
    }
    stages_ = std::move(stages);
    for (const std::size_t place : stages_) found_.commands[place].stage = true;
  }

  /// `git ls-files | while read -r f; do …`: each line is printed by that command.
  void learn_read_line(NodeId loop, std::size_t producer) {
    const std::string_view name = read_variable(tree_.text(tree_.node(loop).first_child));
    if (producer == ShellWord::no_command || !is_posix(shell_) || name.empty()) return;
    words_.learn(std::string(name), {{std::string(1, unknown_part), true}});
    words_.note_printer(name, producer, true);
  }

  /// The command that prints all of a word, which has run what is at `from` and later.
  [[nodiscard]] std::size_t printer(NodeId word, std::size_t from) const {
    const NodeId line = substituted_line(tree_, word);
    if (line == no_node || from >= found_.commands.size()) return ShellWord::no_command;
    if (tree_.node(line).kind == NodeKind::SimpleCommand) return from;
    const auto stages = static_cast<std::size_t>(std::ranges::distance(tree_.children(line)));
    return stages_.size() == stages ? stages_.back() : ShellWord::no_command;
  }

  void function(NodeId node) {
    for (const NodeId child : tree_.children(node)) {
      if (tree_.node(child).kind == NodeKind::Word) {
        const ShellWord name = words_.value(child);
        if (name.known()) found_.functions.push_back(name.text);
      }
    }
    compound(node, false);
  }

  /// Visits any other construct: its commands, its own words, redirections and expressions.
  void compound(NodeId node, bool piped) {
    const NodeKind kind = tree_.node(node).kind;
    if (kind == NodeKind::For || kind == NodeKind::Select || kind == NodeKind::Coproc) bind_first_word(node);
    std::vector<UnprovableCode> unprovable_code;
    if (kind == NodeKind::Expression || kind == NodeKind::Attribute) finder_.check(node, false, unprovable_code);
    if (kind == NodeKind::Conditional) finder_.check_conditional(node, unprovable_code);
    if (kind == NodeKind::Repeat && tree_.node(node).first_child != no_node)
      finder_.check_count(tree_.node(node).first_child, unprovable_code);
    if (kind == NodeKind::Case && shell_ == ShellKind::PowerShell && goes_through_file(tree_.text(node)))
      unprovable_code.push_back({true, "goes through the lines of a file"});
    if (!unprovable_code.empty()) add_note(node, std::move(unprovable_code));
    if (kind == NodeKind::Arithmetic) return compound_piece(node);
    const KnownVariables outer = words_.variables;
    if (kind == NodeKind::Function) words_.variables.clear();
    const bool of_one_word = kind == NodeKind::For && enter_loop(node) == 1;
    const std::size_t chain_begin = found_.commands.size();
    bool succeeds = kind == NodeKind::AndOr && depth_ == line_depth();  // all of them up to here
    for (const NodeId child : tree_.children(node)) {
      const std::size_t place = found_.commands.size();
      if (is_piece(child))
        compound_piece(child);
      else
        visit(child, piped);
      const std::size_t printed_by = of_one_word ? printer(child, place) : ShellWord::no_command;
      if (printed_by != ShellWord::no_command) {
        found_.loop_words.back().printed_by = printed_by;
        words_.note_printer(tree_.text(tree_.node(node).first_child), printed_by, false);
      }
      succeeds = succeeds && (place == chain_begin || tree_.node(child).op == Operator::And);
      if (succeeds) succeeds = note_success(child, chain_begin, place);
      const bool runs = kind == NodeKind::List || (kind == NodeKind::AndOr && child == tree_.node(node).first_child);
      if (runs && tree_.node(child).kind == NodeKind::SimpleCommand) words_.learn_assignments(child);
    }
    words_.variables = outer;
  }

  /// The element `child` of a chain runs if all commands from `begin` to `end` have succeeded. Returns true if the
  /// element is plain, so that the same holds for the next one.
  bool note_success(NodeId child, std::size_t begin, std::size_t end) {
    const Node& element = tree_.node(child);
    const bool alone = element.kind == NodeKind::SimpleCommand && end < found_.commands.size() &&
                       found_.commands[end].text == tree_.text(child);
    if (alone) found_.commands[end].after_success = {begin, end};
    if (element.kind == NodeKind::Pipeline)
      for (const std::size_t place : stages_) found_.commands[place].after_success = {begin, end};
    return (alone || element.kind == NodeKind::Pipeline) && (element.flags & (Negated | Background | Conjunction)) == 0;
  }

  /// A loop's variable holds one of its words, if nothing else in the line sets it. Returns the number of words.
  std::size_t enter_loop(NodeId node) {
    std::string name;
    std::vector<ShellWord> items;
    for (const NodeId child : tree_.children(node)) {
      if (tree_.node(child).kind != NodeKind::Word) continue;
      if (name.empty())
        name = tree_.text(child);
      else
        for (ShellWord& word : words_.words(child)) items.push_back(std::move(word));
    }
    words_.variables.erase(name);
    found_.loop_words.insert(found_.loop_words.end(), items.begin(), items.end());
    words_.learn(std::move(name), items);
    return items.size();
  }

  [[nodiscard]] bool is_piece(NodeId node) const {
    using enum NodeKind;
    constexpr std::array pieces{Word,         Redirection, Assignment, Arithmetic, Parameter,
                                DoubleQuoted, Glob,        Subscript,  Literal};
    return std::ranges::find(pieces, tree_.node(node).kind) != pieces.end();
  }

  /// A piece of a compound command: a command of its own only if it does something.
  void compound_piece(NodeId piece) {
    SimpleCommand command;
    add_piece(command, piece);
    if (command.unprovable_code.empty() && command.redirections.empty() && command.assignments.empty()) return;
    command.words.clear();
    command.text = tree_.text(piece);
    found_.commands.push_back(std::move(command));  // after those in it, which know one another by their places
  }

  void add_note(NodeId node, std::vector<UnprovableCode> unprovable_code) {
    found_.commands.push_back(
        {.text = std::string(tree_.text(node)), .words = {}, .unprovable_code = std::move(unprovable_code)});
  }

  void bind_first_word(NodeId node) {
    for (const NodeId child : tree_.children(node)) {
      if (shell_ == ShellKind::PowerShell && tree_.node(child).kind == NodeKind::Parameter)
        return found_.bound_names.push_back(bound_name(tree_.text(child)));
      if (tree_.node(child).kind != NodeKind::Word) continue;
      found_.bound_names.emplace_back(tree_.text(child));
      break;
    }
    if (shell_ != ShellKind::Zsh || tree_.node(node).kind != NodeKind::For) return;
    for (const std::string_view name : further_loop_names(tree_.text(node))) found_.bound_names.emplace_back(name);
  }

  void bind_default(NodeId node) {
    if (const std::string_view name = defaulted_name(tree_.text(node)); !name.empty())
      found_.bound_names.emplace_back(name);
  }

  void simple_command(NodeId node, bool piped) {
    const std::size_t place = found_.commands.size();
    found_.commands.emplace_back();  // its place in the order is before the commands inside it
    SimpleCommand command;
    command.text = tree_.text(node);
    command.piped = piped;
    command.mixes_errors = !writes_only_output(tree_, node);
    const auto pieces = tree_.children(node);
    command.words.reserve(static_cast<std::size_t>(std::distance(pieces.begin(), pieces.end())));
    for (const NodeId child : pieces) add_piece(command, child);
    if (shell_ == ShellKind::PowerShell) add_unprovable_words(command.words, command.unprovable_code);
    if (shell_ == ShellKind::Fish && command.text.starts_with('{')) {
      command.unprovable_code.push_back({true, "is a block of commands from fish 4 on"});
      add_code(command.text.substr(1, command.text.find_last_not_of("} \t\n")));
    }
    const bool only_reads =
        command.words.empty() && command.assignments.empty() && command.unprovable_code.empty() &&
        std::all_of(command.redirections.begin(), command.redirections.end(),
                    [](const FileRedirection& r) { return r.access == FileRedirection::Access::Read; });
    if (only_reads && shell_ == ShellKind::Zsh && !command.redirections.empty())
      command.words.push_back({"more"});  // $READNULLCMD
    else if (command.words.empty() && command.assignments.empty() && shell_ == ShellKind::Zsh &&
             has_redirection(tree_, node))
      command.words.push_back({"cat"});  // $NULLCMD
    if (only_reads && command.words.empty() && command.redirections.empty() && place + 1 == found_.commands.size())
      found_.commands.pop_back();
    else
      found_.commands[place] = std::move(command);
  }

  void add_piece(SimpleCommand& command, NodeId piece) {
    if (is_command(piece)) return visit(piece, false);  // PowerShell: what `return` returns
    const std::size_t inside = found_.commands.size();
    switch (tree_.node(piece).kind) {
      case NodeKind::Word:
        for (ShellWord& word : words_.words(piece)) {
          word.quoted = shell_ == ShellKind::PowerShell && is_quoted(tree_, piece);
          command.words.push_back(std::move(word));
        }
        break;
      case NodeKind::Expression: command.words.push_back(expression_word(piece)); break;
      case NodeKind::Assignment: assignment(command, piece); break;
      case NodeKind::Redirection: redirection(command, piece); return;
      case NodeKind::Literal: return;
      default: break;
    }
    look_inside(piece, false, command.unprovable_code);
    const std::size_t place = printer(piece, inside);
    if (place != ShellWord::no_command && tree_.node(piece).kind == NodeKind::Word && !command.words.empty())
      command.words.back().printed_by = place;
  }

  /// PowerShell: the word of an argument in parentheses or braces. A script block is not an option, and neither is a
  /// table of texts and script blocks.
  [[nodiscard]] ShellWord expression_word(NodeId node) const {
    if (tree_.text(node).starts_with('{') || is_literal_table(tree_, node))
      return {std::string{'{', unknown_part, '}'}, false};
    return {std::string(1, unknown_part), true};
  }

  void assignment(SimpleCommand& command, NodeId node) {
    VariableAssignment result{.name = std::string(assignment_name(tree_, node)), .value = {}};
    bool has_value = false;
    for (const NodeId child : tree_.children(node)) {
      const NodeKind kind = tree_.node(child).kind;
      if (kind == NodeKind::Word) result.value = words_.value(child), has_value = true;
      if (kind == NodeKind::Array) array(result.value, child), has_value = true;
    }
    if (!has_value && shell_ == ShellKind::Fish) {
      result.value = words_.value(node);
      const std::size_t equals = result.value.text.find('=');
      if (equals != std::string::npos) result.value.text.erase(0, equals + 1);
    }
    command.assignments.push_back(std::move(result));
  }

  void array(ShellWord& value, NodeId node) {
    for (const NodeId element : tree_.children(node)) {
      if (tree_.node(element).kind != NodeKind::Word) continue;
      for (const ShellWord& word : words_.words(element)) {
        if (!value.text.empty()) value.text += ' ';
        value.text += word.text;
        value.splits |= word.splits;
      }
    }
  }

  void redirection(SimpleCommand& command, NodeId node) {
    const Operator op = tree_.node(node).op;
    for (const NodeId child : tree_.children(node)) {
      switch (tree_.node(child).kind) {
        case NodeKind::FileDescriptor:
          if (tree_.text(child).starts_with('{'))
            found_.bound_names.emplace_back(tree_.text(child).substr(1, tree_.text(child).size() - 2));
          break;
        case NodeKind::HereDocument: here_document(command, child); break;
        case NodeKind::Word:
          look_inside(child, false, command.unprovable_code);
          if (shell_ != ShellKind::PowerShell || tree_.text(child) != "$null")
            add_target(command, op, target(child), shell_);
          break;
        default:
          look_inside(child, false, command.unprovable_code);
          if (tree_.node(child).kind == NodeKind::Expression)  // PowerShell: `> ('a' + 'b')`
            add_target(command, op, {std::string(1, unknown_part), true}, shell_);
          break;
      }
    }
  }

  /// Braces and lists make it several files (zsh's multios), or another one (bash's `{a,}`).
  [[nodiscard]] ShellWord target(NodeId word) const {
    ShellWord value = words_.value(word);
    const std::vector<ShellWord> words = words_.words(word);
    const bool same = value.text.empty() || (words.size() == 1 && words[0].text == value.text);
    return same ? std::move(value) : ShellWord{std::string(1, unknown_part), true};
  }

  void here_document(SimpleCommand& command, NodeId node) {
    for (const NodeId child : tree_.children(node)) {
      if (tree_.node(child).kind != NodeKind::HereBody) continue;
      command.input = words_.value(child);
      look_inside(child, true, command.unprovable_code);
    }
  }

  /// Unprovable code and commands at any depth of a word or of what is like one.
  void look_inside(NodeId node, bool quoted, std::vector<UnprovableCode>& unprovable_code) {
    const Node& n = tree_.node(node);
    finder_.check(node, quoted, unprovable_code);
    if (n.kind == NodeKind::Parameter) bind_default(node);
    for (const std::string& code : nested_code(tree_, node, shell_, quoted)) add_code(code);
    if (n.first_child == no_node || ++depth_ > max_visits) return;
    for (const NodeId child : tree_.children(node)) {
      if (is_command(child))
        visit(child, false);
      else
        look_inside(child, quoted || n.kind == NodeKind::DoubleQuoted, unprovable_code);
    }
    --depth_;
  }

  [[nodiscard]] bool is_command(NodeId node) const {
    const NodeKind kind = tree_.node(node).kind;
    return kind <= NodeKind::Always && kind != NodeKind::CaseItem && kind != NodeKind::Arithmetic;
  }

  void add_code(const std::string& code) {
    SimpleCommands inner = simple_commands(code, shell_);
    for (SimpleCommand& command : inner.commands) {  // its places are those in the code
      command.producer = ShellWord::no_command;
      command.after_success.reset();
      for (ShellWord& word : command.words) word.printed_by = ShellWord::no_command;
    }
    std::move(inner.commands.begin(), inner.commands.end(), std::back_inserter(found_.commands));
    if (found_.problem.empty()) found_.problem = std::move(inner.problem);
  }

  const SyntaxTree& tree_;
  ShellKind shell_;
  WordReader words_;
  UnprovableCodeFinder finder_;
  SimpleCommands found_;
  std::vector<std::size_t> stages_;  ///< of the last pipeline
  int depth_ = 0;
};

}  // namespace

SimpleCommands simple_commands(std::string_view line, ShellKind shell) {
  return simple_commands(parse(line, shell), shell);
}

SimpleCommands simple_commands(const SyntaxTree& tree, ShellKind shell) {
  SimpleCommands found = Collector(tree, shell == ShellKind::Unknown ? ShellKind::Bash : shell).run();
  if (shell == ShellKind::Unknown && found.problem.empty())
    found.problem = "termhost does not know the grammar of this shell";
  return found;
}

}  // namespace termhost::shell
