#include "approval/proof/foreign_code.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "approval/proof/arguments.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

using shell::ShellWord;

struct Interpreters {
  std::string_view names;
  std::string_view code;  ///< letters whose argument is code
};

constexpr std::array interpreters{Interpreters{"python python2 python3 pypy pypy3", "c"},
                                  Interpreters{"node nodejs", "ep"}, Interpreters{"ruby julia lua ocaml Rscript", "e"},
                                  Interpreters{"perl", "eE"}, Interpreters{"php", "r"}};

/// Code is in the line: `python3 -c …`, `node -pe …`; not in `ruby -I/some/e`.
bool holds_code(std::string_view program, std::string_view option) {
  if (option.starts_with("--")) return option.starts_with("--eval") || option.starts_with("--print");
  for (const Interpreters& row : interpreters) {
    if (!listed(row.names, program)) continue;
    const std::size_t code = option.find_first_of(row.code);
    return code < option.find_first_of("IWXMCdm/.=") && (row.code == "r" || code < option.find('r'));
  }
  return false;
}

/// `-I/x`, `--import=/x`
Objection option_elsewhere(std::string_view option, const ReadablePlaces& places) {
  const std::size_t argument = option.starts_with("--") ? std::min(option.find('='), option.size()) + 1 : 2;
  return elsewhere_objection(option.substr(std::min(argument, option.size())), places);
}

/// `~/x.py`, `$HOME/x.py`, `$x/../y.py`
bool may_lead_elsewhere(const ShellWord& word, const ReadablePlaces& places) {
  if (word.known() || word.of_list) return false;
  const bool is_pipe = word.unknown == shell::UnknownPart::Digits;  // <(…)
  if (word.text.starts_with('/') && !is_pipe && !places.in_workspace(word.text)) return true;
  const bool begins_anywhere =
      word.unknown != shell::UnknownPart::Folder && word.text.starts_with(std::string{shell::unknown_part, '/'});
  return begins_anywhere || has_part(word.text, "..");
}

bool is_unknown(const ShellWord& word) { return !word.known() && !word.of_list; }

/// `python3 -m pytest`, `python3 -m pip`: the code that they run or install must be the project's.
bool works_on_project(const std::string& module) {
  const Program* const program = find_program(module);
  return module == "pip" || (program != nullptr && program->has(OfProject));
}

}  // namespace

Objection foreign_code(Words words, const ProofContext& context) {
  const ReadablePlaces& places = *context.places;
  // `python3 -c "$(cat a.log)"`, `python3 <(cat a.log)`
  const Objection code_of_log =
      context.log_in_line && std::ranges::any_of(words, is_unknown) ? log_as_code(words[0].text, "*.log") : Objection();
  bool script = false;
  bool module = false;
  for (std::size_t at = 1; at < words.size() && !script; ++at) {
    const ShellWord& word = words[at];
    if (context.is_spelled(at)) return std::nullopt;
    if (may_lead_elsewhere(word, places))
      return fmt::format("the folder of `{}` is known only at run time", shown(word));
    if (!word.known()) return code_of_log;
    if (word.text.starts_with('-') && word.text.size() > 1) {
      if (!module && holds_code(base_name(words[0].text), word.text)) return code_of_log;
      if (Objection why = option_elsewhere(word.text, places)) return why;
      if (module || word.text != "-m") continue;
      if (at + 1 >= words.size() || !works_on_project(words[++at].text)) return std::nullopt;
      module = true;
      continue;
    }
    if (word.text == "-") continue;
    if (Objection why = elsewhere_objection(word.text, places)) return why;
    if (!module && names_log(word.text)) return log_as_code(words[0].text, word.text);
    const bool argument = words[at - 1].text.starts_with('-') && word.text.find_first_of("./") == std::string::npos;
    script = !module && !argument;
  }
  return !script && !module && context.stdin_redirected && context.log_in_line ? log_as_code(words[0].text, "*.log")
                                                                               : Objection();
}

}  // namespace termhost::approval
