#include "approval/deny/mentioned_rules.hpp"

#include <vector>

#include "approval/programs/program_kinds.hpp"
#include "approval/programs/program_table.hpp"
#include "approval/programs/wrapper_table.hpp"
#include "approval/proof/word_proof.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

using shell::ShellWord;

/// Characters that may be before or after a command in code of any language.
constexpr std::string_view separators = " \t\n\r=,;:|&()[]{}<>'\"`$%!@\\";

void add_parts(std::string_view text, std::vector<ShellWord>& parts) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(separators), text.size());
    if (end > 0) parts.push_back({std::string(text.substr(0, end))});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace

bool is_known_plain(Words words, shell::ShellKind shell, const ReadablePlaces& places) {
  const ProgramMatch match = match_program(words, shell);
  if (match.program == nullptr) return is_builtin(match.name) || match.cmdlet;
  if (match.program->has(Wraps)) return true;                                  // that is judged by itself
  if (match.program->has(AnyWord)) return wrappers_of(match.name) != nullptr;  // the wrapper table knows its code
  if (match.program->has(ReadsCommands)) return false;
  return !prove_words(words, match, {.shell = shell, .places = &places, .spelled = {true}}).objection;
}

const Rule* mentioned_rule(Words words, const RuleIndex& rules, LetterCase letters) {
  std::vector<ShellWord> parts;
  for (const ShellWord& word : words.subspan(1)) add_parts(word.text, parts);
  for (std::size_t at = 0; at < parts.size(); ++at) {
    std::string& first = parts[at].text;
    for (const std::size_t cut : {std::size_t{0}, first.rfind('/') + 1, std::size_t{2}}) {  // `/bin/rm`, `-Crm`
      if (cut > 0 && (cut >= first.size() || (cut == 2 && (first[0] != '-' || first[1] == '-')))) continue;
      const std::string whole = first;
      first.erase(0, cut);
      const Rule* const found = rules.longest(Words(parts).subspan(at), letters).certain;
      first = whole;
      if (found != nullptr && !found->words.empty()) return found;
    }
  }
  return nullptr;
}

}  // namespace termhost::approval
