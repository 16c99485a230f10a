#include "approval/pipes/powershell_pipes.hpp"

#include <algorithm>

#include "approval/programs/powershell_names.hpp"
#include "approval/programs/program_table.hpp"
#include "approval/proof/cmdlet_words.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

using shell::ShellWord;
using shell::SimpleCommand;

constexpr std::string_view text_makers =
    "get-content gc type out-string convertto-json convertto-csv convertto-html join-string";

/// The name between its dash and its colon, in small letters.
std::string parameter_name(const ShellWord& word) {
  std::string name = lower(word.text);
  name.erase(0, name.find_first_of("abcdefghijklmnopqrstuvwxyz"));
  if (name.ends_with(':')) name.pop_back();
  return name;
}

/// True if the command passes its input on, as whole objects.
bool passes_on(const SimpleCommand& command) {
  const std::string name = lower(command.words[0].text);
  if (listed("where-object where ? sort-object get-unique gu", name)) return true;
  return listed("select-object select", name) &&
         std::ranges::all_of(command.words.begin() + 1, command.words.end(), [](const ShellWord& word) {
           return is_parameter(word) ? listed("first last skip skiplast unique f l", parameter_name(word))
                                     : word.text.find_first_not_of("0123456789") == std::string::npos;
         });
}

/// `Get-ChildItem src -Recurse -Filter *.ts`: by how its names end all that it finds may be read.
bool finds_readable(const SimpleCommand& command, const ReadablePlaces& places) {
  if (!listed("get-childitem gci dir", lower(command.words[0].text)) || command.piped) return false;
  std::string folder = ".";
  std::vector<std::string> patterns;
  const std::size_t size = command.words.size();
  for (std::size_t at = 1; at < size; ++at) {
    const ShellWord& word = command.words[at];
    const std::string name = is_parameter(word) ? parameter_name(word) : std::string();
    if (listed("recurse r s file af", name)) continue;
    if (!name.empty() && !listed("path filter include exclude depth", name)) return false;
    if (!name.empty() && ++at >= size) return false;
    const ShellWord& value = command.words[at];
    if (!value.known()) return false;
    if (listed("exclude depth", name)) continue;
    const bool pattern = value.text.find_first_of("*?[") != std::string::npos;
    if (!pattern && folder != ".") return false;
    if (pattern)
      patterns.push_back(value.text);
    else
      folder = value.text;
  }
  return !patterns.empty() && places.may_read(ShellWord{folder}, true) &&
         std::ranges::all_of(patterns, [&](const std::string& pattern) {
           return places.may_read(
               with_patterns({folder == "." ? pattern : folder + '/' + pattern, false, shell::UnknownPart::Digits}),
               true);
         });
}

}  // namespace

Piped handed_on(const shell::SimpleCommands& line, std::size_t producer, const ReadablePlaces& places) {
  for (std::size_t at = producer; at < line.commands.size(); at = line.commands[at].producer) {
    const SimpleCommand& command = line.commands[at];
    if (command.words.empty() || !command.words[0].known() || !command.unprovable_code.empty()) return Piped::Anything;
    const std::string name = lower(command.words[0].text);
    if (finds_readable(command, places)) return Piped::Files;
    if (listed(text_makers, name)) return Piped::Text;
    const bool program = find_cmdlet(name) == nullptr && find_program(command.words[0].text) != nullptr;
    if (program) return Piped::Text;
    if (!passes_on(command)) return Piped::Anything;
  }
  return Piped::Anything;
}

}  // namespace termhost::approval
