#include "shell/posix_joining.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>

#include "shell/parse.hpp"
#include "shell/quote.hpp"

namespace termhost::shell {
namespace {

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& table, std::string_view name) {
  return std::find(table.begin(), table.end(), name) != table.end();
}

// What changes how the next line is read. `eval` and sourced files may do anything.
constexpr std::array<std::string_view, 13> reading_builtins{"alias",   "unalias",  "shopt",   "setopt", "unsetopt",
                                                            "emulate", "disable",  "enable",  "eval",   "source",
                                                            ".",       "zmodload", "autoload"};
// After an error in these bash drops the rest of the line.
constexpr std::array<std::string_view, 6> dropping_builtins{"let", "declare", "typeset", "local", "readonly", "unset"};
constexpr std::array<std::string_view, 6> readonly_variables{"UID",       "EUID",     "PPID",
                                                             "SHELLOPTS", "BASHOPTS", "BASH_VERSINFO"};
constexpr std::array<std::string_view, 7> numeric_tests{"-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-v"};
constexpr std::array<std::string_view, 3> command_prefixes{"command", "builtin", "noglob"};
// Of `set -o`.
constexpr std::array<std::string_view, 3> reading_options{"posix", "nounset", "keyword"};

// ${x} and its operators that cannot fail.
bool expands_surely(std::string_view parameter) {
  if (!parameter.starts_with("${")) return true;
  std::string_view rest = parameter.substr(2);
  if (rest.starts_with('#')) rest.remove_prefix(1);
  while (!rest.empty() && (std::isalnum(static_cast<unsigned char>(rest.front())) != 0 || rest.front() == '_' ||
                           rest.front() == '@' || rest.front() == '*'))
    rest.remove_prefix(1);
  if (rest.starts_with("[@]") || rest.starts_with("[*]")) rest.remove_prefix(3);
  if (rest == "}") return true;
  if (rest.starts_with(':')) rest.remove_prefix(1);
  return !rest.empty() && std::string_view("-=+#%/^,").find(rest.front()) != std::string_view::npos;
}

class Finder {
 public:
  Finder(const SyntaxTree& tree, ShellKind shell) : tree_(tree), shell_(shell) {}

  bool reads = false;             // a command changes how later text is read
  bool drops = false;             // bash may drop the rest of the line
  bool here = false;              // a here-document
  bool lines = false;             // the line number is looked at
  bool unparsed = false;          // something is parsed only when it runs
  bool function = false;          // a function's text spans lines
  bool spliced_function = false;  // and a word in it does

  void look(NodeId id) {
    const Node& node = tree_.node(id);
    unparsed = unparsed || (node.flags & Unparsed) != 0;
    switch (node.kind) {
      case NodeKind::HereDocument: here = true; break;
      case NodeKind::Parameter: parameter(id); break;
      case NodeKind::Arithmetic:
      case NodeKind::Subscript: drops = true; break;
      case NodeKind::Glob:
        reads = reads || (shell_ == ShellKind::Bash && tree_.text(id).find('(') != std::string_view::npos);
        break;
      case NodeKind::Conditional:
        for (const NodeId word : tree_.children(id)) drops = drops || contains(numeric_tests, tree_.text(word));
        break;
      case NodeKind::Assignment: drops = drops || contains(readonly_variables, assignment_name(tree_, id)); break;
      case NodeKind::SimpleCommand: command(id); break;
      case NodeKind::Function: function = function || tree_.text(id).find('\n') != std::string_view::npos; break;
      case NodeKind::Word:
      case NodeKind::SingleQuoted:
      case NodeKind::DoubleQuoted:
      case NodeKind::AnsiQuoted:
        spliced_function = spliced_function || (in_function_ && has_control(tree_.text(id)));
        break;
      default: break;
    }
    const bool outer = in_function_;
    in_function_ = in_function_ || node.kind == NodeKind::Function;
    for (const NodeId child : tree_.children(id)) look(child);
    in_function_ = outer;
  }

 private:
  void parameter(NodeId id) {
    lines = lines || parameter_name(tree_, id) == "LINENO";
    drops = drops || !expands_surely(tree_.text(id));
  }

  void command(NodeId id) {
    bool named = false;
    bool setting = false;
    for (const NodeId child : tree_.children(id)) {
      if (tree_.node(child).kind != NodeKind::Word) continue;
      const std::optional<std::string> value = static_value(tree_, child, shell_);
      if (setting) {
        option(value);
      } else if (!named && !value) {
        reads = drops = true;  // the name is known only when it runs
        return;
      } else if (!named && !contains(command_prefixes, *value)) {
        named = true;
        reads = reads || contains(reading_builtins, *value);
        drops = drops || contains(dropping_builtins, *value);
        setting = *value == "set";
      }
    }
  }

  void option(const std::optional<std::string>& value) {
    if (!value) {
      reads = drops = true;
      return;
    }
    if (value->starts_with('-') || value->starts_with('+')) {
      const bool unset = value->find('u') != std::string::npos;
      const bool reading = value->find_first_of("kHBn") != std::string::npos;
      drops = drops || unset;
      reads = reads || reading || shell_ == ShellKind::Zsh;
    }
    if (contains(reading_options, *value)) reads = drops = true;
  }

  const SyntaxTree& tree_;
  ShellKind shell_;
  bool in_function_ = false;
};

}  // namespace

std::vector<std::uint32_t> posix_units(const SyntaxTree& tree) {
  std::vector<std::uint32_t> units;
  std::uint32_t end = 0;
  for (const NodeId statement : tree.children(tree.root())) {
    const Node& node = tree.node(statement);
    const std::string_view between = tree.source().substr(end, node.begin - end);
    if (units.empty() || between.find('\n') != std::string_view::npos) units.push_back(node.begin);
    end = node.end;
  }
  return units;
}

Joining posix_joining(const SyntaxTree& tree, ShellKind shell) {
  const std::vector<std::uint32_t> units = posix_units(tree);
  Finder whole(tree, shell);
  whole.look(tree.root());
  Finder before_last(tree, shell);
  for (const NodeId statement : tree.children(tree.root()))
    if (!units.empty() && tree.node(statement).begin < units.back()) before_last.look(statement);
  if (before_last.reads && (shell == ShellKind::Zsh || shell == ShellKind::Ksh)) return Joining::DiffersEach;
  const bool several = units.size() > 1;
  // What `typeset -f` shows: bash and zsh the tree, but a word in it as written; ksh all of it as written.
  const bool shown = whole.spliced_function || (whole.function && shell == ShellKind::Ksh);
  if (whole.here || whole.lines || whole.unparsed || shown || (several && before_last.reads)) return Joining::Differs;
  if (several && shell == ShellKind::Bash && (before_last.drops || whole.reads)) return Joining::Differs;
  return Joining::Same;
}

}  // namespace termhost::shell
