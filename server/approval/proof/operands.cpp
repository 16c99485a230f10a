#include "approval/proof/operands.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "approval/programs/powershell_names.hpp"
#include "approval/proof/arguments.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

using shell::ShellWord;
using shell::UnknownPart;

/// `make V=1`, `make test TEST=tests/a_test.py`: a number, or a name that no shell would part or expand.
bool is_plain_variable(std::string_view name, std::string_view value) {
  return (listed("V VERBOSE DEBUG QUIET CI", name) && fits(ArgumentKind::Number, {value})) ||
         (listed("TEST TESTS FILE FILES PKG PACKAGE MODULE FILTER BUILD_TYPE", name) && has_only(value, "./-,:") &&
          fits(ArgumentKind::Output, {value}));
}

ShellWord with_exclusions(const ShellWord& word, std::string_view program) {
  const std::size_t at = word.text.find('^');
  const bool commit = program.starts_with("git ") && at > 0 && at < word.text.size() && word.text[at - 1] != '/';
  if (at == std::string::npos || commit) return word;
  return {word.text.substr(0, at) + std::string(2, shell::unknown_part), true,
          std::max(word.unknown, UnknownPart::Files), true};
}

}  // namespace

namespace {

/// The local path after `file:`, for `///x` and `//localhost/x`; empty for another host.
std::string_view local_path(std::string_view rest) {
  if (!rest.starts_with("//")) return rest;
  rest.remove_prefix(2);
  const std::size_t path = std::min(rest.find('/'), rest.size());
  return path == 0 || rest.substr(0, path) == "localhost" ? rest.substr(path) : std::string_view();
}

bool leads_elsewhere(std::string_view path, const ReadablePlaces& places) {
  const bool home = path == "~" || path.starts_with("~/");
  const bool leads_away = home || path.starts_with('/') || has_part(path, "..");
  return leads_away && path != "/dev/null" && (home || !places.in_workspace(path));
}

}  // namespace

Objection argument_objection(std::string_view text, bool names_only, const ReadablePlaces& places) {
  Objection found;
  for_each_part(text, ':', [&](std::string_view path) {
    const bool leads_away = (path.starts_with('/') && path.size() > 1) || path.starts_with('~') || has_part(path, "..");
    const bool hidden = !names_only && (places.is_hidden(path) || places.is_kept_back(path));
    if (!found && (hidden || (leads_away && !places.may_read(path)))) found = not_public(path);
  });
  return found;
}

Objection attached_objection(std::string_view option, bool names_only, const ReadablePlaces& places) {
  if (option.starts_with("--exclude") || option.starts_with("--ignore")) return std::nullopt;  // not read
  const std::size_t equals = std::min(option.find('='), option.size() - 1);
  const std::size_t slash = std::min(option.find('/'), option.size());
  for (const std::size_t from : {std::min<std::size_t>(2, option.size()), equals + 1, slash})
    if (Objection why = argument_objection(option.substr(from), names_only, places)) return why;
  return std::nullopt;
}

Objection elsewhere_objection(std::string_view word, const ReadablePlaces& places) {
  if (!leads_elsewhere(word, places) && !(word.starts_with('~') && word != "~")) {
    bool inner = false;
    for (std::size_t at = 0; !inner && (at = word.find_first_of("=:@+ ,", at)) != std::string_view::npos;)
      inner = leads_elsewhere(local_path(word.substr(++at)), places);
    if (!inner) return std::nullopt;
  }
  return fmt::format("`{}` is outside of the workspace, and the rule covers only this project", word);
}

Objection here_objection(std::string_view program, const ReadablePlaces& places) {
  if (places.in_workspace(".")) return std::nullopt;
  return fmt::format("`{}` {}", program, may_run_outside);
}

bool may_name_log(const ShellWord& word) {
  if (names_log(word.text)) return true;
  if (word.known() || word.unknown <= UnknownPart::Number) return false;
  const std::string_view name = base_name(word.text);
  const std::string_view ending = name.substr(std::min(name.rfind('.'), name.size()));
  return ending.find(shell::unknown_part) != std::string_view::npos ||
         (ending.empty() && name.find(shell::unknown_part) != std::string_view::npos);
}

std::string log_as_code(std::string_view program, std::string_view word) {
  return fmt::format("`{}` may run text of the log `{}` as code", program, word);
}

bool shows_tracked_files(std::string_view program) {
  return program.starts_with("git ") &&
         listed("log show diff grep whatchanged diff-files diff-tree diff-index blame annotate archive",
                program.substr(program.rfind(' ') + 1));
}

bool only_narrows(Words words, std::size_t at, std::string_view program) {
  return shows_tracked_files(program) && at + 1 == words.size() && words[at - 1].text == "--" && !words[at].splits &&
         !words[at].of_list && words[at].unknown == UnknownPart::Files &&
         std::ranges::none_of(words, [](const ShellWord& word) { return word.text == "--no-index"; });
}

std::string shown(const ShellWord& word) {
  std::string text = word.text;
  std::replace(text.begin(), text.end(), shell::unknown_part, '*');
  return text;
}

std::string not_public(std::string_view path) {
  return fmt::format("`{}` is outside of the workspace or may hold a secret", path);
}

ShellWord as_read(const ShellWord& word, std::string_view program, shell::ShellKind shell) {
  if (shell == shell::ShellKind::PowerShell) return with_patterns(word);
  return shell == shell::ShellKind::Zsh ? with_exclusions(word, program) : word;
}

namespace {

/// `git diff` with a path outside of the repository compares any files (`--no-index`).
bool may_be_compared(const ShellWord& word, const ReadablePlaces& places) {
  if (word.known()) return word.text == "/dev/null" || (places.may_read(word.text) && !places.is_kept_back(word.text));
  if (word.start().starts_with('/')) return places.may_read(word, true);
  return word.unknown != UnknownPart::Files || places.may_read(word, true);
}

}  // namespace

std::optional<std::string> operand_objection(const ShellWord& word, const OperandContext& context,
                                             const ReadablePlaces& places) {
  const std::string& text = word.text;
  const bool unc = text.starts_with("\\\\") || text.starts_with("//");
  if (unc && context.shell == shell::ShellKind::PowerShell)
    return fmt::format("`{}` is on another machine", shown(word));
  if (context.built_in && context.program == "git diff" && text.starts_with("/dev/"))
    return "it reads every file of a folder";
  if (!context.built_in && context.program.starts_with("git ") && places.is_of_git(text)) return not_public(text);
  if (!context.built_in && context.program == "git diff" && !may_be_compared(word, places))
    return not_public(shown(word));
  if ((context.program == "npm run" || context.program == "yarn run") && text == "env")
    return "it shows the environment";
  return std::nullopt;
}

bool cannot_assign(const ShellWord& word) {
  const std::string_view text = word.text;
  const std::size_t equals = text.find('=');
  const bool assigns = equals != std::string_view::npos && !text.starts_with('/') && !text.starts_with("./");
  if (word.known()) return !assigns || is_plain_variable(text.substr(0, equals), text.substr(equals + 1));
  return word.unknown <= UnknownPart::Number || word.start().find('/') != std::string_view::npos;
}

bool may_be_remote(const ShellWord& word) {
  if (word.text.find("::") != std::string::npos) return true;
  return !word.known() && word.unknown == UnknownPart::Text && word.start().find('/') == std::string_view::npos;
}

}  // namespace termhost::approval
