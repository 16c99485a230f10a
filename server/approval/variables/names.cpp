#include "approval/variables/names.hpp"

#include <algorithm>

#include "approval/entries.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

bool starts_with_any(std::string_view name, std::initializer_list<std::string_view> starts) {
  return std::any_of(starts.begin(), starts.end(), [&](std::string_view start) { return name.starts_with(start); });
}

}  // namespace

bool may_be_bound(std::string_view name, shell::ShellKind shell) {
  if (!is_plain_name(name) || in_list("obeyed-variables", name)) return false;
  if (std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; }))
    return in_list("free-capitals", name);
  if (starts_with_any(name, {"npm_", "fish_", "BASH", "zle", "ZLE", "comp", "_", "DYLD", "LD_", "GIT_", "NPM_"}))
    return false;
  if (name[0] >= 'A' && name[0] <= 'Z') return shell != shell::ShellKind::PowerShell;
  if (shell == shell::ShellKind::Fish) return !in_list("fish-variables", name);
  if (shell == shell::ShellKind::PowerShell)
    return !in_list("powershell-variables", name) && !name.ends_with("preference") &&
           !starts_with_any(name, {"ps", "is", "log", "maximum", "enabled"});
  const bool zsh = shell == shell::ShellKind::Zsh || shell == shell::ShellKind::Unknown;
  return !zsh || !in_list("zsh-variables", name);
}

bool is_harmless_environment(std::string_view name, const shell::ShellWord& value) {
  static const WordLists values("environment");
  const WordLists::Words* const allowed = values.find(name);
  if (allowed == nullptr || allowed->contains("*")) return allowed != nullptr;
  if (allowed->contains("#")) return value.known() && std::all_of(value.text.begin(), value.text.end(), is_digit);
  return value.text.empty() || (value.known() && all_in(*allowed, value.text));
}

bool is_project_setting(std::string_view name, const shell::ShellWord& value) {
  const bool plain = value.known() && has_only(value.text, ".-");
  if (listed("DJANGO_SETTINGS_MODULE DJANGO_CONFIGURATION FLASK_APP", name)) return plain;
  return starts_with_any(name, {"VITE_", "NEXT_PUBLIC_", "NUXT_PUBLIC_", "REACT_APP_", "EXPO_PUBLIC_"});
}

bool holds_code(std::string_view variable) {
  return in_list("code-variables", variable) ||
         (variable.starts_with("CARGO_TARGET_") && variable.ends_with("_RUNNER"));
}

bool leads_to_code(std::string_view variable) {
  return in_list("leading-variables", variable) || variable.starts_with("GIT_CONFIG_KEY_");
}

}  // namespace termhost::approval
