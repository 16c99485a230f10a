#include "approval/proof/copied_logs.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "approval/places/paths.hpp"
#include "approval/proof/operands.hpp"
#include "approval/text.hpp"

namespace termhost::approval {

using shell::ShellWord;

bool names_a_log(const shell::SimpleCommands& found) {
  const auto may_be_log = [](const ShellWord& word) {
    return names_log(word.text) || (word.unknown == shell::UnknownPart::Files && !word.known() && may_name_log(word));
  };
  return std::ranges::any_of(
      found.commands, [&](const shell::SimpleCommand& one) { return std::ranges::any_of(one.words, may_be_log); });
}

/// `git apply a.log`: a patch is code of the files that it changes.
Objection patch_words(Words words, const ProofContext& context, std::size_t offset) {
  for (std::size_t at = 1; at < words.size(); ++at)
    if (!context.is_spelled(offset + at) && !may_be_read_as_option(words[at]) && may_name_log(words[at]))
      return log_as_code(words[0].text, shown(words[at]));
  return std::nullopt;
}

namespace {

Objection auto_loaded(std::string_view path) {
  return fmt::format("editors, agents or git load `{}` by themselves", path);
}

/// `cp x .envrc`, `mv x/.vscode .`, `cp -r x/. .`: the copy becomes a file that editors, agents or git load.
Objection auto_loaded_target(Words words, const std::vector<std::size_t>& operands, const ReadablePlaces& places) {
  const std::string& target = words[operands.back()].text;
  if (places.is_auto_loaded(target)) return auto_loaded(target);
  if (!places.is_folder(target)) return std::nullopt;
  const bool whole = std::ranges::any_of(words, [](const ShellWord& word) {
    return word.text == "--no-target-directory" || (word.text.starts_with('-') && word.text.ends_with('T'));
  });
  for (const std::size_t at : std::span(operands).first(operands.size() - 1)) {
    const std::string_view name = base_name(words[at].text);
    const bool all =
        whole || name.empty() || name == "." || name == ".." || (!words[at].known() && name.starts_with('.'));
    const std::string made = fmt::format("{}/{}", target, name);
    if ((all && places.is_top(target)) || places.is_auto_loaded(made)) return auto_loaded(all ? target : made);
  }
  return std::nullopt;
}

}  // namespace

/// `mv a.log conftest.py`: a log keeps a name that nothing takes code from.
Objection copy_words(Words words, const ProofContext& context, std::size_t offset) {
  std::vector<std::size_t> operands;
  for (std::size_t at = 1; at < words.size(); ++at)
    if (!may_be_read_as_option(words[at])) operands.push_back(at);
  if (operands.size() < 2 || context.is_spelled(offset + operands.back())) return std::nullopt;
  const ShellWord& target = words[operands.back()];
  if (Objection why = auto_loaded_target(words, operands, *context.places)) return why;
  if (words[0].text == "ln")  // the link's target counts as the project's
    for (const std::size_t at : operands)
      if (Objection why = elsewhere_objection(words[at].text, *context.places)) return why;
  const std::string_view name = base_name(target.text);
  const bool folder = name.empty() || listed(". ..", name);
  if (target.known() && (folder || names_log(target.text))) return std::nullopt;
  operands.pop_back();
  for (const std::size_t at : operands) {
    const bool sure = words[at].known() || !target.known() || !context.places->is_folder(target.text);
    if (sure && may_name_log(words[at])) return log_as_code(target.text, shown(words[at]));
  }
  return std::nullopt;
}

}  // namespace termhost::approval
