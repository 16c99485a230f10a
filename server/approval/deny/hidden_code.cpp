#include "approval/deny/hidden_code.hpp"

#include <fmt/format.h>

#include "approval/languages/plain_awk.hpp"
#include "approval/languages/plain_sed.hpp"
#include "approval/proof/builtin_word_checks.hpp"
#include "approval/proof/cmdlet_words.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

using shell::ShellWord;

/// Adds the texts in double quotes.
void add_strings(std::string_view text, std::size_t at, std::vector<HiddenCode>& found) {
  for (std::size_t open = text.find('"'); open != std::string_view::npos;) {
    std::string inside;
    std::size_t i = open + 1;
    for (; i < text.size() && text[i] != '"'; ++i) {
      if (text[i] == '\\' && i + 1 < text.size()) ++i;
      inside += text[i];
    }
    found.push_back({at, std::move(inside), {}});
    open = i + 1 < text.size() ? text.find('"', i + 1) : std::string_view::npos;
  }
}

/// Adds the text after an `e`, and the texts between delimiters.
void add_sed_pieces(std::string_view text, std::size_t at, std::vector<HiddenCode>& found) {
  for (std::size_t e = text.find("e "); e != std::string_view::npos; e = text.find("e ", e + 1))
    found.push_back({at, std::string(text.substr(e + 2)), {}});
  while (!text.empty()) {
    const std::size_t end = std::min<std::size_t>(text.find_first_of("/|,#@!:;\n"), text.size());
    if (end > 1) found.push_back({at, std::string(text.substr(0, end)), {}});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// The script in a word of sed, also of `-ne1p` and `--expression=1p`; empty if it has none.
std::string_view sed_script(std::string_view word) {
  if (!word.starts_with('-')) return word;
  const std::size_t begin = word.starts_with("--e")  ? word.find('=')
                            : word.starts_with("--") ? word.npos
                                                     : word.find('e');
  return begin == word.npos ? std::string_view() : word.substr(begin + 1);
}

/// Numbers may be filled in.
bool is_plain_script(const ShellWord& word, bool awk) {
  if (word.splits || (!word.known() && word.unknown > shell::UnknownPart::Number)) return false;
  std::string text = word.text;
  std::replace(text.begin(), text.end(), shell::unknown_part, '1');
  return awk ? is_plain_awk(text) : is_plain_sed(text);
}

/// `sed -n 1p src/*.ts`: words after the script that can only be names of files.
bool names_files(std::span<const ShellWord> words, std::size_t at) {
  const auto is_operand = [](const ShellWord& word) { return word.known() && !word.text.starts_with('-'); };
  const ShellWord& word = words[at];
  const bool one_kind = word.unknown == shell::UnknownPart::Files && !word.start().empty() && word.start()[0] != '-';
  return one_kind && !words[at - 1].text.starts_with('-') &&
         std::any_of(words.begin() + 1, words.begin() + static_cast<std::ptrdiff_t>(at), is_operand);
}

}  // namespace

std::vector<HiddenCode> find_hidden_code(std::span<const ShellWord> words, std::string_view program,
                                         shell::ShellKind shell) {
  std::vector<HiddenCode> found;
  if (program == "fc") found.push_back({0, {}, "`fc` runs commands of the history"});
  const bool awk = listed("awk gawk mawk nawk original-awk goawk", program);
  const bool sed = listed("sed gsed ssed", program);
  const bool evaluates = shell != shell::ShellKind::PowerShell && shell != shell::ShellKind::Fish &&
                         listed(
                             "export declare typeset local readonly integer float nameref private read mapfile "
                             "readarray unset getopts let printf print test [ "
                             "wait return exit shift break continue",
                             program);
  const bool finds = listed("find gfind xargs fd", program);
  for (std::size_t at = 1; at < words.size(); ++at) {
    const std::string& text = words[at].text;
    const bool unknown = !words[at].known() && words[at].start().empty();
    if ((finds && unknown) || (evaluates && unknown && words[at - 1].text == "-v"))
      found.push_back(
          {at, {}, fmt::format("a word of `{}` is known only at run time, and may make it run a program", program)});
    if (shell == shell::ShellKind::PowerShell && calls_member(program, words[at]))
      found.push_back({at, {}, "it calls a method of its input"});
    if (!awk && !sed && !evaluates) continue;
    if (evaluates) {
      const bool subscript = text.find('[') != std::string::npos ||
                             listed("declare typeset local readonly export integer float let", program);
      if (subscript && text.find_first_of("$`") != std::string::npos)
        found.push_back({at, fmt::format(": <<E\n{}\nE\n", text), {}});
      continue;
    }
    if (names_files(words, at)) continue;
    ShellWord spelled = words[at];
    if (sed) spelled.text = sed_script(text);
    if (is_plain_script(spelled, awk)) continue;
    if (awk && words[at].known() && text.starts_with('-') && !text.starts_with("-e")) continue;
    if (!words[at].known() && (words[at].splits || words[at].start().empty()))
      found.push_back({at, {}, fmt::format("the effect of `{}` is known only at run time", program)});
    if (awk) add_strings(text, at, found);
    if (sed) add_sed_pieces(spelled.text, at, found);
  }
  return found;
}

}  // namespace termhost::approval
