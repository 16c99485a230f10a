#include "shell/analysis/unprovable_powershell.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/ascii.hpp"
#include "shell/analysis/unprovable_code.hpp"

namespace termhost::shell {
namespace {

/// Types whose values and members only compute, in small letters between blanks.
constexpr std::string_view computing_types =
    " int int16 int32 int64 long short byte sbyte uint uint16 uint32 uint64 ulong string bool char double single float "
    "decimal bigint datetime timespan version guid ";
/// Types to which a value may be cast, but whose members do more.
constexpr std::string_view plain_types = " array hashtable ordered pscustomobject void switch regex object nullable ";
/// Members that only read the letters of a path; other members access the disk.
constexpr std::string_view path_members =
    " changeextension combine getdirectoryname getextension getfilename getfilenamewithoutextension hasextension "
    "ispathrooted join ";
constexpr std::string_view regex_members = " escape ismatch match matches replace split unescape ";

/// Methods that only compute, of whatever object: no type has one of these names that does more.
constexpr std::string_view computing_methods =
    " startswith endswith contains tolower toupper tolowerinvariant toupperinvariant trim trimstart trimend substring "
    "padleft padright indexof lastindexof split tostring gettype equals compareto containskey "
    "adddays addhours addminutes addmonths addseconds addyears ";
/// Methods that run the script block they are given, whose commands are judged by themselves. What else they take may
/// be the name of a method.
constexpr std::string_view block_methods = " foreach where ";

constexpr std::string_view blanks = " \t\r\n";

bool among(std::string_view names, std::string_view name) {
  return !name.empty() && names.find(fmt::format(" {} ", base::lowered(name))) != std::string_view::npos;
}

/// The name that `text` ends with.
std::string_view last_name(std::string_view text) {
  std::size_t begin = text.size();
  while (begin > 0 && base::is_name_char(text[begin - 1])) --begin;
  return text.substr(begin);
}

std::string_view first_name(std::string_view text) {
  const auto* const end = std::find_if_not(text.begin(), text.end(), base::is_name_char);
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

std::string_view from_first_of_others(std::string_view text, std::string_view skipped) {
  return text.substr(std::min(text.find_first_not_of(skipped), text.size()));
}

/// Bytes of a dash at the end of `text`; PowerShell takes three others for one.
std::size_t dash_at_end(std::string_view text) {
  if (text.ends_with('-')) return 1;
  return text.size() >= 3 && text.substr(text.size() - 3, 2) == "\xE2\x80" ? 3 : 0;
}

bool is_computing_member(std::string_view type, std::string_view member) {
  std::string name;
  for (const char c : type)
    if (blanks.find(c) == std::string_view::npos && c != '[' && c != ']') name += c;
  if (among(" regex ", name)) return among(regex_members, member);
  if (among(" io.path system.io.path ", name)) return among(path_members, member);
  return among(computing_types, name) || among(" math system.math ", name);
}

/// Reads the gaps between the parts of an expression: its own text.
class GapReader {
 public:
  GapReader(const SyntaxTree& tree, NodeId node, std::vector<UnprovableCode>& found)
      : tree_(tree), text_(tree.text(node)), found_(found) {
    const NodeId first = tree.node(node).first_child;
    is_table_ = text_.starts_with("@{") && first != no_node && tree.node(first).begin > tree.node(node).begin;
  }

  /// `gap` is between `before` and `after`; either may be missing.
  void read(std::string_view gap, NodeId before, NodeId after) {
    if (!is_table_ && gap.find('=') != std::string_view::npos) sets();
    if (gap.find("++") != std::string_view::npos || has_double_dash(gap)) sets();
    if (gap.find('#') != std::string_view::npos) does("has a comment");
    if (gap.find('>') != std::string_view::npos || is(after, NodeKind::Redirection)) does("redirects a value");
    if (const std::size_t colons = gap.find("::"); colons != std::string_view::npos)
      member_of_type(gap, colons, before);
    if (ends_with_as(gap) && !is(after, NodeKind::Attribute))
      does("makes an object of a type that is known only at run time");
    if (after != no_node && is_call(after)) call(gap, before, after);
  }

 private:
  [[nodiscard]] bool is(NodeId node, NodeKind kind) const { return node != no_node && tree_.node(node).kind == kind; }
  [[nodiscard]] bool is_call(NodeId node) const {
    const std::string_view text = tree_.text(node);
    return is(node, NodeKind::ScriptBlock) || text.starts_with('{') ||
           (is(node, NodeKind::Expression) && text.starts_with('('));
  }

  /// Arguments, or a script block, after nothing but a name.
  void call(std::string_view gap, NodeId before, NodeId arguments) {
    if (gap.empty()) {  // `.'Delete'()` and `.$x()`, but also `[int](…)`
      if (before != no_node && !is(before, NodeKind::Attribute)) does("calls a method");
      return;
    }
    const std::string_view name = last_name(gap);
    const std::string_view front = gap.substr(0, gap.size() - name.size());
    if (name.empty() ? !gap.ends_with(']') : dash_at_end(front) > 0 || front.ends_with("::")) return;
    const std::string_view given = tree_.text(arguments);
    const bool runs_block = among(block_methods, name) &&
                            (given.starts_with('{') || from_first_of_others(given.substr(1), blanks).starts_with('{'));
    if (!front.ends_with('.') || !(among(computing_methods, name) || runs_block)) does("calls a method");
  }

  void member_of_type(std::string_view gap, std::size_t colons, NodeId before) {
    const bool typed = is(before, NodeKind::Attribute) && from_first_of_others(gap, blanks).starts_with("::");
    const std::string_view member = first_name(gap.substr(colons + 2));
    const bool once = gap.find("::", colons + 2) == std::string_view::npos;
    if (!typed || !once || !is_computing_member(tree_.text(before), member)) does("uses a member of a type");
  }

  static bool has_double_dash(std::string_view gap) {
    for (std::size_t end = 1; end <= gap.size(); ++end) {
      const std::size_t last = dash_at_end(gap.substr(0, end));
      if (last > 0 && last < end && dash_at_end(gap.substr(0, end - last)) > 0) return true;
    }
    return false;
  }

  /// `-as`, a cast by another name.
  static bool ends_with_as(std::string_view gap) {
    const std::size_t last = gap.find_last_not_of(blanks);
    if (last == std::string_view::npos) return false;
    const std::string_view name = last_name(gap.substr(0, last + 1));
    return among(" as ", name) && dash_at_end(gap.substr(0, last + 1 - name.size())) > 0;
  }

  void does(std::string_view what) { note(found_, fmt::format("{} in `{}`", what, shortened(text_))); }
  void sets() { found_.push_back({false, fmt::format("sets a variable in `{}`", shortened(text_))}); }

  const SyntaxTree& tree_;
  std::string_view text_;
  std::vector<UnprovableCode>& found_;
  bool is_table_ = false;  ///< whose `=` set nothing but its own keys
};

/// A text, a number or a script block, or one table or value of such.
bool is_literal(const SyntaxTree& tree, NodeId node) {
  switch (tree.node(node).kind) {
    case NodeKind::ScriptBlock:
    case NodeKind::Literal:
    case NodeKind::Escape:
    case NodeKind::SingleQuoted: return true;
    case NodeKind::Word:
    case NodeKind::DoubleQuoted:
    case NodeKind::Expression:
      return std::ranges::all_of(tree.children(node), [&](NodeId child) { return is_literal(tree, child); });
    default: return false;
  }
}

/// `env:x` or `x`: what a variable is called between its signs.
std::string_view without_signs(std::string_view variable) {
  variable.remove_prefix(std::min(variable.find_first_not_of("${@"), variable.size()));
  return variable.substr(0, variable.find('}'));
}

}  // namespace

bool makes_object(std::string_view text) {
  for (std::size_t open = text.find('['); open != std::string_view::npos; open = text.find('[', open + 1)) {
    const char before = open == 0 ? ' ' : text[open - 1];
    if (base::is_name_char(before) || before == ')' || before == ']' || before == '}' || before == '"' ||
        before == '\'')
      continue;
    const std::size_t close = std::min(text.find(']', open), text.size());
    std::string name;
    for (const char c : text.substr(open + 1, close - open - 1))
      if (blanks.find(c) == std::string_view::npos && c != '[') name += c;
    if (!name.empty() && !among(computing_types, name) && !among(plain_types, name)) return true;
  }
  return false;
}

bool names_member_of_type(const SyntaxTree& tree, NodeId attribute) {
  const Node& n = tree.node(attribute);
  return tree.whole(n.text).substr(std::min<std::size_t>(n.end, tree.whole(n.text).size())).starts_with("::");
}

bool names_a_file(std::string_view variable) {
  variable = without_signs(variable);
  const std::size_t colon = variable.find(':');
  if (colon == std::string_view::npos) return false;
  constexpr std::string_view scopes = " env global script local private using workflow variable ";
  return !among(scopes, variable.substr(0, colon));
}

std::string bound_name(std::string_view variable) { return base::lowered(without_signs(variable)); }

bool is_quoted(const SyntaxTree& tree, NodeId word) {
  return std::ranges::any_of(tree.children(word),
                             [&](NodeId part) { return tree.node(part).kind != NodeKind::Literal; });
}

bool is_literal_table(const SyntaxTree& tree, NodeId expression) {
  if (!tree.text(expression).starts_with("@{") || !tree.text(expression).ends_with('}')) return false;
  return std::ranges::all_of(tree.children(expression), [&](NodeId child) { return is_literal(tree, child); });
}

void add_unprovable_words(const std::vector<ShellWord>& words, std::vector<UnprovableCode>& code) {
  const bool pattern =
      !words.empty() && words[0].text.size() > 1 && words[0].text.find_first_of("*?[") != std::string::npos;
  if (pattern) code.push_back({true, "names its program by a pattern"});
  const auto is_verbatim_mark = [](const ShellWord& word) { return word.text == "--%" && !word.quoted; };
  if (std::ranges::any_of(words, is_verbatim_mark))
    code.push_back({true, "passes on the text after `--%`, in which variables are replaced at run time"});
}

bool goes_through_file(std::string_view statement) {
  const std::string_view head = statement.substr(0, statement.find('{'));
  return head.find("-f") != std::string_view::npos || head.find("-F") != std::string_view::npos ||
         head.find("\xE2\x80") != std::string_view::npos;  // its other dashes
}

void find_in_powershell_expression(const SyntaxTree& tree, NodeId node, std::vector<UnprovableCode>& found) {
  const Node& n = tree.node(node);
  const std::string_view text = tree.text(node);
  GapReader reader(tree, node, found);
  std::uint32_t at = n.begin;
  NodeId before = no_node;
  for (const NodeId child : tree.children(node)) {
    const Node& c = tree.node(child);
    if (c.begin >= at && c.begin <= n.end) reader.read(text.substr(at - n.begin, c.begin - at), before, child);
    at = std::clamp(c.end, at, std::max(at, n.end));  // after an error nodes may have no end
    before = child;
  }
  if (n.first_child != no_node && at < n.end) reader.read(text.substr(at - n.begin), before, no_node);
}

}  // namespace termhost::shell
