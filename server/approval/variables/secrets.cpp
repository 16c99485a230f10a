#include "approval/variables/secrets.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "approval/text.hpp"
#include "secrets/variables.hpp"

namespace termhost::approval {
namespace {

constexpr std::string_view before_name = "${(#!^=~@+*\"";  ///< signs between `$` and the name

std::string_view name_at(std::string_view text) {
  const auto* end = std::find_if_not(text.begin(), text.end(), is_name_char);
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

std::string_view without_signs(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(before_name), text.size()));
}

/// Names in small letters that the line sets.
class OwnNames {
 public:
  explicit OwnNames(const shell::SimpleCommands& found) {
    for (const std::string& name : found.bound_names) add(name);
    for (const shell::SimpleCommand& command : found.commands) {
      for (const shell::VariableAssignment& assignment : command.assignments)
        if (command.words.empty()) add(assignment.name);
      if (!command.words.empty() && command.words[0].text == "read")
        for (const shell::ShellWord& word : command.words) add(word.text);
    }
  }
  [[nodiscard]] bool has(std::string_view name) const { return names_.contains(name); }

 private:
  void add(std::string_view name) {
    if (std::ranges::all_of(name, [](char c) { return c >= 'a' && c <= 'z'; })) names_.insert(name);
  }
  std::set<std::string_view> names_;
};

}  // namespace

bool shows_secret_variable(std::string_view command, shell::ShellKind shell, const shell::SimpleCommands& found,
                           const std::vector<std::string>& named) {
  if (shell == shell::ShellKind::PowerShell && lower(command).find("startinfo") != std::string::npos) return true;
  const auto is_secret = [&, own = OwnNames(found)](std::string_view text) {
    const std::string_view name = name_at(without_signs(text));
    if (std::ranges::find(named, name) != named.end()) return true;
    const secrets::VariableKind kind = secrets::variable_kind(name);
    return kind > secrets::VariableKind::MayHold || (kind == secrets::VariableKind::MayHold && !own.has(name));
  };
  constexpr std::size_t longest_name = 256;  ///< with its flags; a line of nothing but `$(` is read in linear time
  for (std::size_t at = 0; (at = command.find('$', at)) != std::string_view::npos; ++at) {
    std::string_view rest = command.substr(at + 1, longest_name);
    if (rest.starts_with('$') && rest.size() > 1 && is_name_start(rest[1])) return true;  // fish: the one that x names
    if (lower(without_signs(rest).substr(0, 4)) == "env:") rest = without_signs(rest).substr(4);  // PowerShell
    if (is_secret(rest)) return true;
    if (!rest.starts_with("{(")) continue;
    const std::string_view flagged = rest.substr(0, rest.find('}'));  // zsh: `${(U)TOKEN}`
    for (std::size_t end = 0; (end = flagged.find(')', end)) != std::string_view::npos;)
      if (is_secret(flagged.substr(++end))) return true;
  }
  return false;
}

}  // namespace termhost::approval
