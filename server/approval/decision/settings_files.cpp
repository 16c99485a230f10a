#include "approval/decision/settings_files.hpp"

#include <algorithm>
#include <string_view>

#include "approval/proof/word_proof.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

/// True if there are no options before the subcommand, which might lead elsewhere: `npm -C x ls`.
bool stands_plainly(const ProgramMatch& match) {
  return match.first == static_cast<std::size_t>(std::ranges::count(match.name, ' ')) + 1;
}

}  // namespace

bool only_reads_without_settings(const ProgramMatch& match, Words words, const ReadablePlaces& places) {
  if (match.program == nullptr || match.program->settings_files.empty() || match.program->has(Subcommands))
    return false;
  const std::string_view names = match.program->settings_files;
  return stands_plainly(match) && places.finds_none_of(names, ".") &&
         std::ranges::all_of(words.subspan(match.first), [&](const shell::ShellWord& word) {
           const std::size_t slash = word.text.rfind('/');
           if (may_be_read_as_option(word) || slash == std::string::npos) return true;
           const std::string_view folder = std::string_view(word.text).substr(0, slash);
           return folder.find(shell::unknown_part) == folder.npos && places.finds_none_of(names, folder);
         });
}

bool describes_itself_without_settings(Words words, const ReadablePlaces& places) {
  if (words.size() != 2 || !words[1].known() || !listed("--version --help -v run", words[1].text)) return false;
  const Program* const program = find_program(words[0].text);
  return program != nullptr && !program->settings_files.empty() && places.finds_none_of(program->settings_files, ".");
}

}  // namespace termhost::approval
