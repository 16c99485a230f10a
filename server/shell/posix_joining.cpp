#include "shell/posix_joining.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>

#include "shell/parse.hpp"
#include "shell/quote.hpp"
#include "shell/short_words.hpp"

namespace termhost::shell {
namespace {

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& table, std::string_view name) {
  return std::find(table.begin(), table.end(), name) != table.end();
}

// What changes how the next line is read. `eval` and sourced files may do anything.
constexpr ShortWords reading_builtins{"alias",  "unalias", "shopt",  "emulate", "disable",
                                      "enable", "eval",    "source", "."};
// zsh's options that its parser looks at, without `no` and underscores.
constexpr std::array<std::string_view, 13> reading_zsh_options{
    "aliases",        "rcquotes",   "ignorebraces",        "ignoreclosebraces",
    "shglob",         "kshglob",    "interactivecomments", "cshjunkiequotes",
    "cshjunkieloops", "shortloops", "posixaliases",        "globalaliases",
    "banghist"};
// After an error in these bash drops the rest of the line.
constexpr ShortWords dropping_builtins{"let", "declare", "typeset", "local", "readonly", "unset"};
constexpr std::array<std::string_view, 6> readonly_variables{"UID",       "EUID",     "PPID",
                                                             "SHELLOPTS", "BASHOPTS", "BASH_VERSINFO"};
constexpr ShortWords numeric_tests{"-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-v"};
constexpr ShortWords command_prefixes{"command", "builtin", "noglob"};
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

  // Whatever the other lines do. `typeset -f` shows in bash and zsh the tree of a function, but a word in it as
  // written; in ksh all of it as written.
  [[nodiscard]] bool needs_lines() const {
    return here || lines || unparsed || spliced_function || (function && shell_ == ShellKind::Ksh);
  }

  void look(NodeId id) {
    const Node& node = tree_.node(id);
    if (node.kind == NodeKind::List && is_decided()) return;
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
        for (const NodeId word : tree_.children(id)) drops = drops || numeric_tests.contains(tree_.text(word));
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
    for (const NodeId child : tree_.children(id))
      if (in_function_ || !is_plain(tree_.node(child))) look(child);
    in_function_ = outer;
  }

 private:
  [[nodiscard]] bool is_decided() const {
    return (shell_ == ShellKind::Bash || shell_ == ShellKind::Dash) && needs_lines();
  }

  // Text, where no function is around it.
  static bool is_plain(const Node& node) {
    if (node.first_child != no_node || (node.flags & Unparsed) != 0) return false;
    constexpr auto bit = [](NodeKind kind) { return std::uint64_t{1} << static_cast<int>(kind); };
    constexpr std::uint64_t kinds = bit(NodeKind::Word) | bit(NodeKind::Literal) | bit(NodeKind::Escape) |
                                    bit(NodeKind::SingleQuoted) | bit(NodeKind::DoubleQuoted) | bit(NodeKind::Tilde) |
                                    bit(NodeKind::FileDescriptor);
    return (kinds & bit(node.kind)) != 0;
  }

  void parameter(NodeId id) {
    const std::string_view text = tree_.text(id);
    lines = lines || (text.find('L') != std::string_view::npos && parameter_name(tree_, id) == "LINENO");
    drops = drops || !expands_surely(text);
  }

  void command(NodeId id) {
    bool named = false;
    bool setting = false;
    for (const NodeId child : tree_.children(id)) {
      if (tree_.node(child).kind != NodeKind::Word) continue;
      if (named && !setting) return;
      const std::optional<std::string_view> value = value_of(child);
      if (setting) {
        option(value);
      } else if (!named && !value) {
        reads = drops = true;  // the name is known only when it runs
        return;
      } else if (!named && !command_prefixes.contains(*value)) {
        named = true;
        reads = reads || reading_builtins.contains(*value);
        drops = drops || dropping_builtins.contains(*value);
        setting = *value == "set" || (shell_ == ShellKind::Zsh && (*value == "setopt" || *value == "unsetopt"));
      }
    }
  }

  // As static_value, without a copy of what is plain. Valid until the next call.
  std::optional<std::string_view> value_of(NodeId word) {
    const std::string_view text = tree_.text(word);
    const auto has = [&](char c) { return text.find(c) != std::string_view::npos; };
    if (tree_.children(word).empty() && !has('\\') && !has('=')) return text;
    value_ = static_value(tree_, word, shell_);
    return value_;
  }

  void option(std::optional<std::string_view> value) {
    if (!value) {
      reads = drops = true;
    } else if (shell_ == ShellKind::Zsh) {
      reads = reads || contains(reading_zsh_options, zsh_option(std::string(*value)));
    } else if (contains(reading_options, *value)) {
      reads = drops = true;
    } else if (value->starts_with('-') || value->starts_with('+')) {
      drops = drops || value->find('u') != std::string::npos;
      reads = reads || value->find_first_of("kHBn") != std::string::npos;
    }
  }

  static std::string zsh_option(std::string name) {
    std::erase(name, '_');
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return name.starts_with("no") ? name.substr(2) : name;
  }

  const SyntaxTree& tree_;
  ShellKind shell_;
  bool in_function_ = false;
  std::optional<std::string> value_;  // what value_of refers to
};

}  // namespace

namespace {

// Whether a statement stands on another line than the one before it, which ends at `end`.
bool begins_line(const SyntaxTree& tree, std::uint32_t end, const Node& node) {
  return tree.source().substr(end, node.begin - end).find('\n') != std::string_view::npos;
}

}  // namespace

std::vector<std::uint32_t> posix_groups(const SyntaxTree& tree, ShellKind shell) {
  std::vector<std::uint32_t> groups{0};
  std::uint32_t end = 0;
  bool changed = false;
  for (const NodeId statement : tree.children(tree.root())) {
    const Node& node = tree.node(statement);
    Finder finder(tree, shell);
    finder.look(statement);
    if (changed && !finder.reads && begins_line(tree, end, node)) {
      groups.push_back(node.begin);
      changed = false;
    }
    changed = changed || finder.reads;
    end = node.end;
  }
  return groups;
}

Joining posix_joining(const SyntaxTree& tree, ShellKind shell) {
  std::uint32_t last_line = 0;
  std::uint32_t end = 0;
  for (const NodeId statement : tree.children(tree.root())) {
    if (end != 0 && begins_line(tree, end, tree.node(statement))) last_line = tree.node(statement).begin;
    end = tree.node(statement).end;
  }
  Finder before(tree, shell);  // what stands before the last line
  Finder last(tree, shell);
  for (const NodeId statement : tree.children(tree.root()))
    (tree.node(statement).begin < last_line ? before : last).look(statement);
  if (before.reads && (shell == ShellKind::Zsh || shell == ShellKind::Ksh)) return Joining::DiffersEach;
  if (before.reads || before.needs_lines() || last.needs_lines()) return Joining::Differs;
  if (last_line != 0 && shell == ShellKind::Bash && (before.drops || last.reads)) return Joining::Differs;
  return Joining::Same;
}

}  // namespace termhost::shell
