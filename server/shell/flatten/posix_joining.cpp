#include "shell/flatten/posix_joining.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/ascii.hpp"
#include "shell/analysis/parse.hpp"
#include "shell/posix_tokens/characters.hpp"
#include "shell/quoting/quote.hpp"
#include "shell/syntax/short_words.hpp"

namespace termhost::shell {
namespace {

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& table, std::string_view name) {
  return std::find(table.begin(), table.end(), name) != table.end();
}

// The effect that a command may have on the text after it, by its name. `eval` and sourced files may do anything.
enum Effect : std::uint8_t {
  Reads,    // changes how the next line is read
  Drops,    // after an error in it bash drops the rest of the line
  None,     // a prefix: the name is yet to come
  Sets,     // its arguments say
  ZshSets,  // in zsh
};
struct Row {
  std::string_view word;
  Effect effect;
};
constexpr WordTable effects(std::array{
    Row{"alias", Reads},      Row{"unalias", Reads},  Row{"shopt", Reads},   Row{"emulate", Reads},
    Row{"disable", Reads},    Row{"enable", Reads},   Row{"eval", Reads},    Row{"source", Reads},
    Row{".", Reads},          Row{"let", Drops},      Row{"declare", Drops}, Row{"typeset", Drops},
    Row{"local", Drops},      Row{"readonly", Drops}, Row{"unset", Drops},   Row{"command", None},
    Row{"builtin", None},     Row{"noglob", None},    Row{"set", Sets},      Row{"setopt", ZshSets},
    Row{"unsetopt", ZshSets},
});
// zsh's options that its parser looks at, without `no` and underscores.
constexpr std::array<std::string_view, 13> reading_zsh_options{
    "aliases",        "rcquotes",   "ignorebraces",        "ignoreclosebraces",
    "shglob",         "kshglob",    "interactivecomments", "cshjunkiequotes",
    "cshjunkieloops", "shortloops", "posixaliases",        "globalaliases",
    "banghist"};
// Setting one is an error, after which bash drops the rest of the line.
constexpr std::array<std::string_view, 6> readonly_variables{"UID",       "EUID",     "PPID",
                                                             "SHELLOPTS", "BASHOPTS", "BASH_VERSINFO"};
constexpr ShortWords numeric_tests{"-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-v"};
// Options of `set -o` that change how text is read.
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

// Signs in some lines that may forbid joining them with others.
struct JoiningSigns {
  bool reads = false;             // a command changes how later text is read
  bool drops = false;             // bash may drop the rest of the line
  bool here = false;              // a here-document
  bool lines = false;             // the line number is looked at
  bool unparsed = false;          // something is parsed only when it runs
  bool function = false;          // a function's text spans lines
  bool spliced_function = false;  // and a word in it does

  // Whatever the other lines do. `typeset -f` shows in bash and zsh the tree of a function, but a word in it as
  // written; in ksh all of it as written.
  [[nodiscard]] bool needs_lines(ShellKind shell) const {
    return here || lines || unparsed || spliced_function || (function && shell == ShellKind::Ksh);
  }
};

class Finder {
 public:
  Finder(const SyntaxTree& tree, ShellKind shell, JoiningSigns& signs) : tree_(tree), shell_(shell), signs_(signs) {}

  // Visits nodes in the order in which they were read. Except for functions, the parent of a node does not matter.
  void look(NodeId begin, NodeId end) {
    for (NodeId id = begin; id < end; ++id) {
      if (!tells_something(tree_.node(id))) continue;
      look_at(id);
      if (is_decided()) return;
    }
  }

 private:
  [[nodiscard]] bool is_decided() const {
    const bool early = shell_ == ShellKind::Bash || shell_ == ShellKind::Dash;
    return early && signs_.needs_lines(shell_) && signs_.reads;
  }

  static constexpr std::uint64_t bit(NodeKind kind) { return std::uint64_t{1} << static_cast<int>(kind); }

  static bool tells_something(const Node& node) {
    constexpr std::uint64_t kinds = bit(NodeKind::HereDocument) | bit(NodeKind::Parameter) | bit(NodeKind::Arithmetic) |
                                    bit(NodeKind::Subscript) | bit(NodeKind::Glob) | bit(NodeKind::Conditional) |
                                    bit(NodeKind::Assignment) | bit(NodeKind::SimpleCommand) | bit(NodeKind::Function);
    return (kinds & bit(node.kind)) != 0 || (node.flags & Unparsed) != 0;
  }

  void look_at(NodeId id) {
    const Node& node = tree_.node(id);
    signs_.unparsed = signs_.unparsed || (node.flags & Unparsed) != 0;
    switch (node.kind) {
      case NodeKind::HereDocument: signs_.here = true; break;
      case NodeKind::Parameter: parameter(id); break;
      case NodeKind::Arithmetic:
      case NodeKind::Subscript: signs_.drops = true; break;
      case NodeKind::Glob:
        signs_.reads =
            signs_.reads || (shell_ == ShellKind::Bash && tree_.text(id).find('(') != std::string_view::npos);
        break;
      case NodeKind::Conditional:
        for (const NodeId word : tree_.children(id))
          signs_.drops = signs_.drops || numeric_tests.contains(tree_.text(word));
        break;
      case NodeKind::Assignment:
        signs_.drops = signs_.drops || contains(readonly_variables, assignment_name(tree_, id));
        break;
      case NodeKind::SimpleCommand: command(id); break;
      case NodeKind::Function:
        signs_.function = signs_.function || tree_.text(id).find('\n') != std::string_view::npos;
        signs_.spliced_function = signs_.spliced_function || has_spliced_word(id);
        break;
      default: break;
    }
  }

  bool has_spliced_word(NodeId id) {
    constexpr std::uint64_t kinds =
        bit(NodeKind::Word) | bit(NodeKind::SingleQuoted) | bit(NodeKind::DoubleQuoted) | bit(NodeKind::AnsiQuoted);
    const Node& node = tree_.node(id);
    if ((kinds & bit(node.kind)) != 0 && has_control(tree_.text(id))) return true;
    for (const NodeId child : tree_.children(id))
      if (has_spliced_word(child)) return true;
    return false;
  }

  void parameter(NodeId id) {
    const std::string_view text = tree_.text(id);
    if (text.size() > 1 && text[1] != 'L' && posix::is_name_char(text[1])) return;
    signs_.lines = signs_.lines || (text.find('L') != std::string_view::npos && parameter_name(tree_, id) == "LINENO");
    signs_.drops = signs_.drops || !expands_surely(text);
  }

  void command(NodeId id) {
    for (NodeId child = tree_.node(id).first_child; child != no_node; child = tree_.node(child).next) {
      if (tree_.node(child).kind != NodeKind::Word) continue;
      const std::optional<std::string_view> name = value_of(child);
      if (!name) {  // it is known only at run time
        signs_.reads = signs_.drops = true;
        return;
      }
      const Row* row = effects.find(*name);
      if (row == nullptr) return;
      switch (row->effect) {
        case Reads: signs_.reads = true; return;
        case Drops: signs_.drops = true; return;
        case None: break;
        case ZshSets:
          if (shell_ != ShellKind::Zsh) return;
          [[fallthrough]];
        case Sets: return options(tree_.node(child).next);
      }
    }
  }

  // As static_value, without a copy of what is plain. Valid until the next call.
  std::optional<std::string_view> value_of(NodeId word) {
    const std::string_view text = tree_.text(word);
    bool plain = tree_.children(word).empty();
    for (const char c : text) plain = plain && c != '\\' && c != '=';
    if (plain) return text;
    value_ = static_value(tree_, word, shell_);
    return value_;
  }

  void options(NodeId first) {
    for (NodeId child = first; child != no_node; child = tree_.node(child).next)
      if (tree_.node(child).kind == NodeKind::Word) option(value_of(child));
  }

  void option(std::optional<std::string_view> value) {
    if (!value) {
      signs_.reads = signs_.drops = true;
    } else if (shell_ == ShellKind::Zsh) {
      signs_.reads = signs_.reads || contains(reading_zsh_options, zsh_option(std::string(*value)));
    } else if (contains(reading_options, *value)) {
      signs_.reads = signs_.drops = true;
    } else if (value->starts_with('-') || value->starts_with('+')) {
      signs_.drops = signs_.drops || value->find('u') != std::string::npos;
      signs_.reads = signs_.reads || value->find_first_of("kHBn") != std::string::npos;
    }
  }

  static std::string zsh_option(std::string name) {
    std::erase(name, '_');
    name = base::lowered(name);
    return name.starts_with("no") ? name.substr(2) : name;
  }

  const SyntaxTree& tree_;
  ShellKind shell_;
  JoiningSigns& signs_;
  std::optional<std::string> value_;  // the memory of value_of
};

// The first node that was read of a statement. A wrapping node is created after the first of its children.
NodeId first_node(const SyntaxTree& tree, NodeId statement) {
  NodeId first = statement;
  for (NodeId child = tree.node(first).first_child; child < first; child = tree.node(first).first_child) first = child;
  return first;
}

// True if a statement is on another line than the one before it, which ends at `end`.
bool begins_line(const SyntaxTree& tree, std::uint32_t end, const Node& node) {
  return tree.source().substr(end, node.begin - end).find('\n') != std::string_view::npos;
}

// The signs of the last line of statements, and of the lines before it.
struct LineSigns {
  JoiningSigns before, last;
  bool several_lines = false;
};

LineSigns signs_of_lines(const SyntaxTree& tree, ShellKind shell) {
  NodeId last_line = 0;   // the first node on it; 0: there is one line
  std::uint32_t end = 0;  // of the last statement; 0: there was none
  for (const NodeId statement : tree.children(tree.root())) {
    if (end != 0 && begins_line(tree, end, tree.node(statement))) last_line = first_node(tree, statement);
    end = tree.node(statement).end;
  }
  LineSigns signs;
  Finder(tree, shell, signs.before).look(0, last_line);
  Finder(tree, shell, signs.last).look(last_line, static_cast<NodeId>(tree.size()));
  signs.several_lines = last_line != 0;
  return signs;
}

}  // namespace

std::vector<std::uint32_t> posix_groups(const SyntaxTree& tree, ShellKind shell) {
  std::vector<std::uint32_t> groups{0};
  std::uint32_t end = 0;
  bool changed = false;
  for (const NodeId statement : tree.children(tree.root())) {
    const Node& node = tree.node(statement);
    const auto all = static_cast<NodeId>(tree.size());
    JoiningSigns signs;
    const NodeId after = node.next == no_node ? all : first_node(tree, node.next);
    Finder(tree, shell, signs).look(first_node(tree, statement), after);
    if (changed && !signs.reads && begins_line(tree, end, node)) {
      groups.push_back(node.begin);
      changed = false;
    }
    changed = changed || signs.reads;
    end = node.end;
  }
  return groups;
}

bool posix_may_be_grouped(const SyntaxTree& tree, ShellKind shell) {
  const auto [before, last, several_lines] = signs_of_lines(tree, shell);
  return !before.reads && !(several_lines && (before.drops || last.reads));
}

Joining posix_joining(const SyntaxTree& tree, ShellKind shell) {
  const auto [before, last, several_lines] = signs_of_lines(tree, shell);
  if (before.reads && (shell == ShellKind::Zsh || shell == ShellKind::Ksh)) return Joining::DiffersEach;
  if (before.reads || before.needs_lines(shell) || last.needs_lines(shell)) return Joining::Differs;
  if (several_lines && shell == ShellKind::Bash && (before.drops || last.reads)) return Joining::Differs;
  return Joining::Same;
}

}  // namespace termhost::shell
