#include "shell/analysis/word_values.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/ascii.hpp"
#include "shell/analysis/brace_expansion.hpp"
#include "shell/analysis/loop_words.hpp"
#include "shell/analysis/parse.hpp"
#include "shell/syntax/unescape.hpp"

namespace termhost::shell {
namespace {

/// A line that sets more variables, or loops over more words, has variables that are known only when it runs.
constexpr int max_variables = 32;
constexpr std::size_t max_loop_words = 64;
constexpr std::size_t max_known_value = 128;  ///< bytes, which each use repeats

/// "$@" and "${a[@]}" are several words even between quotes.
bool is_list(std::string_view parameter) {
  return parameter == "$@" || parameter.starts_with("${@") || parameter.find("[@]") != std::string_view::npos;
}

/// The commands of `$(…)`, `(…)` of fish, or backquotes.
std::string_view substituted(std::string_view substitution) {
  if (substitution.size() < 3) return {};  // of a line that is not whole it may lack its end
  substitution.remove_prefix(substitution.starts_with('$') ? 2 : 1);
  substitution.remove_suffix(1);
  return substitution;
}

/// The current folder. Not `git rev-parse --show-toplevel`: a repository may be larger than the workspace, and its
/// configuration names what top it likes.
bool prints_folder(std::string_view commands) { return commands == "pwd"; }

/// What commands print that print one plain word, if anything.
std::optional<UnknownPart> plain_output(std::string_view substitution) {
  if (prints_number(substitution)) return UnknownPart::Digits;
  substitution = substituted(substitution);
  const bool plain = std::all_of(substitution.begin(), substitution.end(), [](char c) {
    return base::is_letter_or_digit(c) || std::string_view(" /~^._-").find(c) != std::string_view::npos;
  });
  const bool commit = substitution.starts_with("git merge-base ") || substitution == "git rev-parse HEAD" ||
                      substitution == "git rev-parse --short HEAD";
  const bool names = substitution.starts_with("git ls-files") || substitution.starts_with("git diff --name-only");
  if (names && substitution.find_first_of("$;|&<>()`\n") == std::string_view::npos) return UnknownPart::Files;
  if (plain && commit && substitution.find(" --all") == std::string_view::npos) return UnknownPart::Letters;
  return std::nullopt;
}

enum class Commits { None, One, Several };

/// `git log --format=%h -5`, `git rev-list main..HEAD`: names of commits and nothing else.
Commits prints_commits(std::string_view substitution) {
  static constexpr std::array<std::string_view, 6> formats{"--format=%h", "--format=%H",        "--pretty=%h",
                                                           "--pretty=%H", "--pretty=format:%h", "--pretty=format:%H"};
  static constexpr std::array<std::string_view, 9> choices{
      "--reverse", "--no-merges", "--merges", "--first-parent", "--all", "--branches", "--tags", "-n", "--"};
  std::string_view words = substituted(substitution);
  const bool log = words.starts_with("git log ");
  if (!log && !words.starts_with("git rev-list ")) return Commits::None;
  bool formatted = !log;
  bool one = false;
  for (words.remove_prefix(words.find(' ', 4)); !words.empty();) {
    words.remove_prefix(1);
    const std::string_view word = words.substr(0, words.find(' '));
    words.remove_prefix(word.size());
    const bool format = log && std::ranges::find(formats, word) != formats.end();
    formatted |= format;
    const bool count = word.size() > 1 && word[0] == '-' && std::all_of(word.begin() + 1, word.end(), base::is_digit);
    const bool plain = std::all_of(word.begin(), word.end(), [](char c) {
      return base::is_letter_or_digit(c) || std::string_view("/~^._-").find(c) != std::string_view::npos;
    });
    if (!format && !count && std::ranges::find(choices, word) == choices.end() && !(plain && !word.starts_with('-')))
      return Commits::None;
    if (count || word == "-n") one = word == "-1";
  }
  return !formatted ? Commits::None : one ? Commits::One : Commits::Several;
}

/// Digits by nature. `${#x}` counts; `${#x:-y}` and the like do not look like that.
bool is_number(std::string_view parameter) {
  if (parameter == "$?" || parameter == "$#" || parameter == "$$" || parameter == "${?}" || parameter == "${#}")
    return true;
  if (!parameter.starts_with("${#") || !parameter.ends_with('}')) return false;
  const std::string_view name = parameter.substr(3, parameter.size() - 4);
  return !name.empty() && std::all_of(name.begin(), name.end(), base::is_name_char);
}

/// Folders by nature, so that what begins with one is no option.
bool is_folder(std::string_view parameter) {
  return parameter == "$HOME" || parameter == "$PWD" || parameter == "$OLDPWD" || parameter == "${HOME}" ||
         parameter == "${OLDPWD}";
}

}  // namespace

bool prints_number(std::string_view substitution) {
  std::string_view commands = substituted(substitution);
  if (commands == "nproc" || commands == "date +%s") return true;
  if (!commands.ends_with("| wc -l")) return false;
  commands.remove_suffix(7);
  std::string pipeline(commands);
  for (std::size_t at = 0; (at = pipeline.find("2>/dev/null", at)) != std::string::npos;) pipeline.erase(at, 11);
  return pipeline.find("||") == std::string::npos && pipeline.find_first_of(";&\n(){}<>`#") == std::string::npos;
}

struct WordReader::Draft {
  std::string text;
  std::string active;  ///< per byte: may it be part of a brace expansion? Kept only where there is one
  bool braces = false;
  bool splits = false;
  UnknownPart unknown = UnknownPart::Digits;  ///< the worst so far
  bool keeps_start = true;
  bool no_option = false;
  bool quoted = false;          ///< had quotes: an empty word stays a word
  std::size_t folder_end = 0;   ///< where a folder ends: what follows without a slash makes it another
  std::vector<ShellWord> done;  ///< words before an unquoted $IFS

  void add(std::string_view more, bool may_be_brace) {
    if (folder_end > 0 && folder_end == text.size() && !more.empty() && more[0] != '/') unknown = UnknownPart::Text;
    text += more;
    if (braces) active.append(more.size(), may_be_brace ? '1' : '0');
  }
  void add_unknown(bool may_split, UnknownPart part = UnknownPart::Text, bool keeps = false) {
    add(std::string_view(&unknown_part, 1), false);
    splits |= may_split;
    const bool no_number = unknown == UnknownPart::Letters && part == UnknownPart::Number;
    unknown = no_number ? UnknownPart::Text : std::max(unknown, part);
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
    for (std::size_t at = 0; at <= value.text.size();) {
      const std::size_t part = std::min(value.text.find(unknown_part, at), value.text.size());
      add(std::string_view(value.text).substr(at, part - at), false);
      const bool inside = value.unknown == UnknownPart::Folder && text != "./";
      if (part < value.text.size()) add_unknown(may_split && value.splits, inside ? UnknownPart::Text : value.unknown);
      at = part + 1;
    }
    if (value.unknown == UnknownPart::Folder) folder_end = text.size();
    splits |= may_split && value.splits;
    keeps_start &= !(may_split && value.splits);
  }
  void finish_word() {
    if (!text.empty() || quoted)
      done.push_back({std::exchange(text, {}), std::exchange(splits, false),
                      std::exchange(unknown, UnknownPart::Digits), std::exchange(keeps_start, true),
                      std::exchange(no_option, false)});
    active.clear();
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
  return {text + draft.text, splits, draft.done.empty() ? draft.unknown : UnknownPart::Text, draft.keeps_start};
}

void WordReader::add_parts(NodeId node, bool quoted, Draft& draft) const {
  const Node& n = tree_.node(node);
  if (n.first_child != no_node) {
    // What lies between the parts is plain text (of a here-document)
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
      draft.add_unknown(!quoted, text.find('(') == std::string_view::npos ? UnknownPart::Files : UnknownPart::Text,
                        true);
      return;
    case NodeKind::Arithmetic: draft.add_unknown(!quoted && !ifs_is_default_, UnknownPart::Number); return;
    case NodeKind::CommandSubstitution:
      if (prints_folder(substituted(text))) return draft.add_folder(!quoted);
      if (const auto plain = plain_output(text); plain && (quoted || ifs_is_default_))
        return draft.add_unknown(*plain == UnknownPart::Files && !quoted, *plain);
      if (const Commits commits = prints_commits(text);
          commits == Commits::One || (!quoted && commits != Commits::None))
        if (ifs_is_default_) return draft.add_unknown(commits == Commits::Several, UnknownPart::Letters);
      draft.add_unknown(!quoted, UnknownPart::Text, shell_ == ShellKind::Fish);
      return;
    default: draft.add_unknown(!quoted); return;
  }
}

void WordReader::add_parameter(NodeId part, bool quoted, Draft& draft) const {
  const std::string_view text = tree_.text(part);
  const bool posix = shell_ != ShellKind::Fish && shell_ != ShellKind::PowerShell;
  const bool blank = !quoted && ifs_is_default_ && (text == "$IFS" || text == "${IFS}") && shell_ != ShellKind::Zsh &&
                     shell_ != ShellKind::Fish;
  if (blank) return draft.finish_word();
  if (const ShellWord* value = known_value(text)) return draft.add_value(*value, !quoted && shell_ != ShellKind::Zsh);
  if (posix && (text == "$PWD" || text == "${PWD}")) return draft.add_folder(!quoted && shell_ != ShellKind::Zsh);
  if (is_folder(text)) draft.add("/", false);
  if (posix && is_number(text)) return draft.add_unknown(!quoted && !ifs_is_default_, UnknownPart::Digits);
  draft.add_unknown(!quoted || is_list(text), UnknownPart::Text, shell_ == ShellKind::Fish && !is_list(text));
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

}  // namespace termhost::shell
