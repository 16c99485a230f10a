#include "approval/heeded_files.hpp"

#include <algorithm>
#include <string_view>

#include "approval/text.hpp"
#include "approval/word_proof.hpp"

namespace termhost::approval {
namespace {

/// Without options before the subcommand, which might lead elsewhere: `npm -C x ls`.
bool stands_plainly(const Known& known) {
  return known.first == static_cast<std::size_t>(std::ranges::count(known.name, ' ')) + 1;
}

}  // namespace

bool reads_where_it_heeds_nothing(const Known& known, Words words, const ReadablePlaces& places) {
  if (known.program == nullptr || known.program->heeds.empty() || known.program->has(Subcommands)) return false;
  const std::string_view names = known.program->heeds;
  return stands_plainly(known) && places.finds_none_of(names, ".") &&
         std::ranges::all_of(words.subspan(known.first), [&](const shell::ShellWord& word) {
           const std::size_t slash = word.text.rfind('/');
           if (may_be_read_as_option(word) || slash == std::string::npos) return true;
           const std::string_view folder = std::string_view(word.text).substr(0, slash);
           return folder.find(shell::unknown_part) == folder.npos && places.finds_none_of(names, folder);
         });
}

bool tells_where_it_heeds_nothing(Words words, const ReadablePlaces& places) {
  if (words.size() != 2 || !words[1].known() || !listed("--version --help -v run", words[1].text)) return false;
  const Program* const program = find_program(words[0].text);
  return program != nullptr && !program->heeds.empty() && places.finds_none_of(program->heeds, ".");
}

}  // namespace termhost::approval
