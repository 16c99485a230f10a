#include "approval/copied_logs.hpp"

#include <vector>

#include "approval/operands.hpp"
#include "approval/paths.hpp"
#include "approval/text.hpp"

namespace termhost::approval {

using shell::ShellWord;

/// `git apply a.log`: a patch is code of the files that it changes.
Objection patch_words(Words words, const ProofContext& context, std::size_t offset) {
  for (std::size_t at = 1; at < words.size(); ++at)
    if (!context.is_spelled(offset + at) && !may_be_read_as_option(words[at]) && may_name_log(words[at]))
      return log_as_code(words[0].text, shown(words[at]));
  return std::nullopt;
}

/// `mv a.log conftest.py`: a log keeps a name that nothing takes code from.
Objection copy_words(Words words, const ProofContext& context, std::size_t offset) {
  std::vector<std::size_t> operands;
  for (std::size_t at = 1; at < words.size(); ++at)
    if (!may_be_read_as_option(words[at])) operands.push_back(at);
  if (operands.size() < 2 || context.is_spelled(offset + operands.back())) return std::nullopt;
  const ShellWord& target = words[operands.back()];
  const std::string_view name = base_name(target.text);
  const bool folder = name.empty() || listed(". ..", name);
  if (target.known() && (folder || names_log(target.text))) return std::nullopt;
  operands.pop_back();
  for (const std::size_t at : operands) {
    const bool sure = words[at].known() || name.find('.') != std::string_view::npos || !target.known();
    if (sure && may_name_log(words[at])) return log_as_code(target.text, shown(words[at]));
  }
  return std::nullopt;
}

}  // namespace termhost::approval
