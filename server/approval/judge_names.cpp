// A judge's verdict on names: of programs, functions and variables.
#include <algorithm>

#include <fmt/format.h>

#include "approval/judge.hpp"
#include "approval/names.hpp"
#include "approval/text.hpp"

namespace termhost::approval {

std::string Judge::name_objection(std::string_view name) {
  if (functions_.contains(name)) return fmt::format("the line makes `{}` a function", name);
  if (question_.session != nullptr && question_.session->is_redefined(name))
    return fmt::format("an earlier command made `{}` something else", name);
  if (question_.session != nullptr && question_.session->options_changed())
    return "an earlier command changed how the shell reads lines";
  const bool path = name.find('/') != std::string_view::npos;
  if (path && name.front() != '/' && changes_folder_ && !(places_.stands_surely() && places_.in_workspace(name)))
    return fmt::format("the folder changes before it, so `{}` is another program", name);
  if (!question_.locate || path || is_builtin(name)) return {};
  const std::string& place = located(name);
  if (place.empty() || is_system_place(place) || (place.front() == '/' && !places_.in_workspace(place))) return {};
  const Program* program = find_program(name);
  if (place.front() == '/' && (program == nullptr || !program->has(ReadOnly))) return {};
  return fmt::format("`{}` is not the system's: PATH finds {}", name, place);
}

const std::string& Judge::located(std::string_view name) {
  const auto known = located_.find(name);
  return known != located_.end() ? known->second : located_.emplace(name, question_.locate(name)).first->second;
}

/// rustup's: the toolchain of `rust-toolchain.toml`, which may be a folder of the workspace.
bool Judge::runs_what_a_file_names(std::string_view name) {
  if (!question_.locate || (name != "cargo" && name != "rustc")) return false;
  const std::string& place = located(name);
  return !place.empty() && !is_system_place(place);
}

std::string Judge::function_objection(const std::string& name) const {
  const std::vector<shell::ShellWord> words{{name}};
  const RuleMatch rule = policy_.allowed().longest(words, LetterCase::Ignored);
  if (policy_.allowed().match_all() != nullptr) return {};
  const bool known = find_program(name) != nullptr || is_builtin(name);
  if (!known && rule.certain == nullptr && rule.possible == nullptr) return {};
  return fmt::format("it makes `{}` a function, so that it means something else from then on", name);
}

std::string Judge::binding_objection(const std::string& name) const {
  if (question_.session != nullptr && question_.session->options_changed())
    return "an earlier command changed how the shell reads lines";
  if (may_be_bound(name, question_.shell)) return {};
  return fmt::format("it sets {}, which a shell or a program may heed", name);
}

}  // namespace termhost::approval
