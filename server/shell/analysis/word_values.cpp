#include "shell/analysis/word_values.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/ascii.hpp"
#include "shell/analysis/loop_words.hpp"
#include "shell/analysis/parse.hpp"
#include "shell/syntax/brace_expansion.hpp"
#include "shell/syntax/unescape.hpp"

namespace termhost::shell {
namespace {

/// A line that sets more variables, or loops over more words, has variables that are known only at run time.
constexpr int max_variables = 32;
constexpr std::size_t max_loop_words = 64;
constexpr std::size_t max_known_value = 128;  ///< bytes, which each use repeats

/// "$@" and "${a[@]}" are several words even between quotes.
bool is_list(std::string_view parameter) {
  return parameter == "$@" || parameter.starts_with("${@") || parameter.find("[@]") != std::string_view::npos;
}

/// Parameters that are always folders, so a word that begins with one is not an option.
bool is_folder(std::string_view parameter) {
  return parameter == "$HOME" || parameter == "$PWD" || parameter == "$OLDPWD" || parameter == "${HOME}" ||
         parameter == "${OLDPWD}";
}

}  // namespace

bool has_only_digits(std::string_view parameter) {
  if (parameter == "$?" || parameter == "$#" || parameter == "$$" || parameter == "${?}" || parameter == "${#}")
    return true;
  if (!parameter.starts_with("${#") || !parameter.ends_with('}')) return false;
  const std::string_view name = parameter.substr(3, parameter.size() - 4);
  return !name.empty() && std::all_of(name.begin(), name.end(), base::is_name_char);
}

struct WordReader::Draft {
  std::string text;
  std::string active;  ///< per byte: may it be part of a brace expansion? Kept only where there is one
  bool braces = false;
  bool splits = false;
  UnknownPart unknown = UnknownPart::Digits;  ///< the worst so far
  bool keeps_start = true;
  bool no_option = false;
  bool quoted = false;       ///< had quotes: an empty word stays a word
  std::size_t list_end = 0;  ///< the end of a value of a list that began the word
  std::size_t printed_by = ShellWord::no_command;
  bool printed_line = false;
  std::size_t folder_end = 0;   ///< the end of a folder: more text without a slash makes it another
  std::vector<ShellWord> done;  ///< words before an unquoted $IFS

  void add(std::string_view more, bool may_be_brace) {
    if (folder_end > 0 && folder_end == text.size() && !more.empty() && more[0] != '/') unknown = UnknownPart::Text;
    text += more;
    if (braces) active.append(more.size(), may_be_brace ? '1' : '0');
  }
  void add_unknown(bool may_split, UnknownPart part = UnknownPart::Text, bool keeps = false) {
    add(std::string_view(&unknown_part, 1), false);
    splits |= may_split;
    unknown = std::max(unknown, part);
    keeps_start &= keeps || !may_split;
  }
  void add_folder(bool may_split) {
    const bool alone = text.empty() && done.empty();
    if (alone) add("./", false);
    add_unknown(may_split, alone ? UnknownPart::Folder : UnknownPart::Text);
    folder_end = text.size();
  }
  void add_value(const ShellWord& value, bool may_split) {
    no_option |= text.empty() && value.no_option;
    const bool begins = text.empty() && done.empty() && value.of_list;
    if (text.empty() && done.empty()) {
      printed_by = value.printed_by;
      printed_line = value.printed_line;
    }
    for (std::size_t at = 0; at <= value.text.size();) {
      const std::size_t part = std::min(value.text.find(unknown_part, at), value.text.size());
      add(std::string_view(value.text).substr(at, part - at), false);
      const bool inside = value.unknown == UnknownPart::Folder && text != "./";
      if (part < value.text.size()) add_unknown(may_split && value.splits, inside ? UnknownPart::Text : value.unknown);
      at = part + 1;
    }
    if (value.unknown == UnknownPart::Folder) folder_end = text.size();
    if (begins) list_end = text.size();
    splits |= may_split && value.splits;
    keeps_start &= !(may_split && value.splits);
  }
  void finish_word() {
    const std::size_t size = text.size();
    if (!text.empty() || quoted)
      done.push_back({std::exchange(text, {}), std::exchange(splits, false),
                      std::exchange(unknown, UnknownPart::Digits), std::exchange(keeps_start, true),
                      std::exchange(no_option, false), list_end > 0 && list_end == size, false,
                      size == 1 ? printed_by : ShellWord::no_command, printed_line});
    printed_by = ShellWord::no_command;
    active.clear();
    list_end = 0;
    quoted = false;
    folder_end = 0;
  }
};

std::vector<ShellWord> WordReader::words(NodeId word) const {
  Draft draft;
  for (const NodeId part : tree_.children(word)) draft.braces |= tree_.node(part).kind == NodeKind::Brace;
  draft.braces &= shell_ != ShellKind::PowerShell;
  add_parts(word, false, draft);
  const bool expands = draft.braces && draft.done.empty();
  if (!expands) {
    if (draft.braces) draft.add_unknown(true);
    draft.finish_word();
    return std::move(draft.done);
  }
  std::vector<ShellWord> result;
  if (brace_words_ > max_line_brace_words) return {{std::string(1, unknown_part), true}};
  const std::optional<std::vector<std::string>> texts =
      expand_braces(draft.text, draft.active, {.max = max_brace_words, .sequences = shell_ != ShellKind::Fish});
  if (!texts || (brace_words_ += texts->size()) > max_line_brace_words) return {{std::string(1, unknown_part), true}};
  for (const std::string& text : *texts)
    if (!text.empty() || draft.quoted) result.push_back({text, draft.splits, draft.unknown, draft.keeps_start});
  return result;
}

ShellWord WordReader::value(NodeId node) const {
  Draft draft;
  add_parts(node, tree_.node(node).kind == NodeKind::HereBody, draft);
  std::string text;
  bool splits = draft.splits;
  for (const ShellWord& word : draft.done) {
    text += word.text + unknown_part;
    splits |= word.splits;
  }
  const bool of_list = draft.done.empty() && draft.list_end > 0 && draft.list_end == draft.text.size();
  return {text + draft.text,
          splits,
          draft.done.empty() ? draft.unknown : UnknownPart::Text,
          draft.keeps_start,
          false,
          of_list,
          false,
          draft.text.size() == 1 ? draft.printed_by : ShellWord::no_command,
          draft.printed_line};
}

void WordReader::add_parts(NodeId node, bool quoted, Draft& draft) const {
  const Node& n = tree_.node(node);
  if (n.first_child != no_node) {
    // The text between the parts is plain (in a here-document)
    const bool body = n.kind == NodeKind::HereBody;
    std::uint32_t at = n.begin;
    const std::string_view all = tree_.text(node);
    for (const NodeId part : tree_.children(node)) {
      const Node& p = tree_.node(part);
      if (body && p.begin > at) draft.add(unescaped(all.substr(at - n.begin, p.begin - at), "\\$`\n"), false);
      add_part(part, quoted, draft);
      at = std::clamp(p.end, at, n.end);  // one that could not be read has no end
    }
    if (body && at < n.end) draft.add(unescaped(all.substr(at - n.begin), "\\$`\n"), false);
    return;
  }
  switch (n.kind) {
    case NodeKind::DoubleQuoted: {
      std::string_view text = tree_.text(node);
      text.remove_prefix(std::min(text.find('"') + 1, text.size()));
      if (!text.empty()) text.remove_suffix(1);
      draft.add(unescaped(text, "\\$`\"\n"), false);
      return;
    }
    case NodeKind::HereBody:
      draft.add((n.flags & Quoted) != 0 ? std::string(tree_.text(node)) : unescaped(tree_.text(node), "\\$`\n"), false);
      return;
    default: add_plain(tree_.text(node), draft); return;
  }
}

void WordReader::add_plain(std::string_view text, Draft& draft) const {
  const bool first = draft.text.empty() && draft.done.empty() && !draft.quoted;
  if (shell_ == ShellKind::Zsh && first && text.size() > 1 && text[0] == '=') {  // =ls is the path of ls
    draft.add("/", false);
    draft.add_unknown(false);
    draft.add("/", false);
    text.remove_prefix(1);
  }
  draft.add(unescaped(text, "\n"), true);
}

void WordReader::add_part(NodeId part, bool quoted, Draft& draft) const {
  const std::string_view text = tree_.text(part);
  const bool posix = shell_ != ShellKind::Fish && shell_ != ShellKind::PowerShell;
  switch (tree_.node(part).kind) {
    case NodeKind::Literal:
      if (quoted)
        draft.add(unescaped(text, posix ? "\\$`\"\n" : "\\$\"\n"), false);
      else
        add_plain(text, draft);
      return;
    case NodeKind::Escape:
      if (posix)
        draft.add(text.substr(1), false);
      else
        draft.add(static_value(tree_, part, shell_).value_or(std::string(1, unknown_part)), false);
      draft.quoted = true;
      return;
    case NodeKind::SingleQuoted:
      draft.quoted = true;
      if (posix)
        draft.add(text.size() >= 2 ? text.substr(1, text.size() - 2) : text, false);
      else
        draft.add(static_value(tree_, part, shell_).value_or(std::string(1, unknown_part)), false);
      return;
    case NodeKind::AnsiQuoted:
      draft.quoted = true;
      draft.add(static_value(tree_, part, shell_).value_or(std::string(1, unknown_part)), false);
      return;
    case NodeKind::DoubleQuoted:
      draft.quoted = true;
      add_parts(part, true, draft);
      return;
    case NodeKind::Tilde:
      draft.add("/", false);
      draft.add_unknown(false);
      return;
    case NodeKind::Brace: add_brace(part, draft); return;
    case NodeKind::Parameter: add_parameter(part, quoted, draft); return;
    case NodeKind::ProcessSubstitution:
      draft.add("/", false);  // <(…) is a pipe by number, =(…) of zsh a file in a folder for such
      draft.add_unknown(false, text.starts_with('=') ? UnknownPart::Text : UnknownPart::Digits);
      return;
    case NodeKind::Glob:  // a group may match a leading dot: `?(.)env`, `~(i).ENV`
      if (text.find("**") != std::string_view::npos) draft.add(std::string(2, unknown_part), false);
      if (text == "*" && draft.text.ends_with(unknown_part)) draft.add(std::string_view(&unknown_part, 1), false);
      draft.add_unknown(!quoted, text.find('(') == std::string_view::npos ? UnknownPart::Files : UnknownPart::Text,
                        true);
      return;
    case NodeKind::Arithmetic: draft.add_unknown(!quoted && !ifs_is_default_, UnknownPart::Number); return;
    case NodeKind::CommandSubstitution: add_substitution(text, quoted, draft); return;
    default: draft.add_unknown(!quoted); return;
  }
}

void WordReader::add_substitution(std::string_view text, bool quoted, Draft& draft) const {
  if (text == "$(pwd)" || text == "(pwd)" || text == "`pwd`") return draft.add_folder(!quoted);
  if (text == "$(nproc)" || text == "(nproc)")
    return draft.add_unknown(!quoted && !ifs_is_default_, UnknownPart::Digits);
  draft.add_unknown(!quoted, UnknownPart::Text, shell_ == ShellKind::Fish);
}

void WordReader::add_parameter(NodeId part, bool quoted, Draft& draft) const {
  const std::string_view text = tree_.text(part);
  const bool posix = shell_ != ShellKind::Fish && shell_ != ShellKind::PowerShell;
  const bool blank = !quoted && ifs_is_default_ && (text == "$IFS" || text == "${IFS}") && shell_ != ShellKind::Zsh &&
                     shell_ != ShellKind::Fish;
  if (blank) return draft.finish_word();
  if (is_changed(part)) return draft.add_unknown(!quoted);
  if (const ShellWord* value = known_value(text)) return draft.add_value(*value, !quoted && shell_ != ShellKind::Zsh);
  if (posix && (text == "$PWD" || text == "${PWD}")) return draft.add_folder(!quoted && shell_ != ShellKind::Zsh);
  if (is_folder(text)) draft.add("/", false);
  if (posix && has_only_digits(text)) return draft.add_unknown(!quoted && !ifs_is_default_, UnknownPart::Digits);
  draft.add_unknown(!quoted || is_list(text), UnknownPart::Text, shell_ == ShellKind::Fish && !is_list(text));
}

/// `$f:s,a,b,` and `$f[1,8]` of zsh, `$f[2]` of fish, between quotes too: the text after the name is not plain.
bool WordReader::is_changed(NodeId parameter) const {
  const Node& n = tree_.node(parameter);
  std::string_view behind = tree_.whole(n.text);
  behind.remove_prefix(std::min<std::size_t>(n.end, behind.size()));
  const bool zsh = shell_ == ShellKind::Zsh;
  if (tree_.text(parameter).starts_with("${") || behind.empty()) return false;
  if (behind[0] == '[') return zsh || shell_ == ShellKind::Fish;
  return zsh && behind.size() > 1 && behind[0] == ':' && (base::is_letter(behind[1]) || behind[1] == '&');
}

const ShellWord* WordReader::known_value(std::string_view parameter) const {
  if (variables.empty()) return nullptr;
  parameter.remove_prefix(1);
  if (parameter.starts_with('{') && parameter.ends_with('}')) parameter = parameter.substr(1, parameter.size() - 2);
  const auto found = variables.find(parameter);
  return found == variables.end() ? nullptr : &found->second;
}

void WordReader::add_brace(NodeId part, Draft& draft) const {
  if (shell_ == ShellKind::PowerShell) return draft.add_unknown(true);
  if (tree_.children(part).empty()) return draft.add(tree_.text(part), true);
  draft.add("{", true);
  add_parts(part, false, draft);
  draft.add("}", true);
}

void WordReader::learn_assignments(NodeId command) {
  const auto children = tree_.children(command);
  const bool alone = std::all_of(children.begin(), children.end(),
                                 [&](NodeId child) { return tree_.node(child).kind == NodeKind::Assignment; });
  if (!alone || (tree_.node(command).flags & Background) != 0) return;
  for (const NodeId child : children) {
    const NodeId held = tree_.node(child).first_child;
    const std::string_view name = assignment_name(tree_, child);
    const bool plain = held != no_node && tree_.node(held).kind == NodeKind::Word && tree_.node(held).next == no_node &&
                       tree_.text(child).substr(name.size()).starts_with('=');
    if (plain) learn(std::string(name), {value(held)});
  }
}

void WordReader::learn(std::string name, const std::vector<ShellWord>& values) {
  const bool few = !values.empty() && values.size() <= max_loop_words &&
                   std::all_of(values.begin(), values.end(),
                               [](const ShellWord& word) { return word.text.size() <= max_known_value; });
  if (few && !name.empty() && ++learnt_ <= max_variables && named_once(tree_.source(), name))
    variables.emplace(std::move(name), any_of_words(values));
}

void WordReader::note_printer(std::string_view name, std::size_t command, bool whole_line) {
  const auto found = variables.find(name);
  if (found == variables.end() || found->second.text.size() != 1) return;
  found->second.printed_by = command;
  found->second.printed_line = whole_line;
}

}  // namespace termhost::shell
