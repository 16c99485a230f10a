#include "approval/programs/program_kinds.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

#include "approval/entries.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

constexpr std::array<std::string_view, 18> kind_names{
    "builtin",           "takes-commands",     "wide",        "tells-of-itself", "subcommands",
    "two-subcommands",   "never-offered",      "reads-code",  "writes-file",     "network",
    "service",           "privileged",         "destructive", "shows",           "passes-on",
    "shows-by-operands", "changes-repository", "listens"};

using Kinds = std::unordered_map<std::string_view, std::uint32_t>;

Kinds read_kinds() {
  Kinds kinds;
  for (const Entry& entry : read_entries("kinds")) {
    std::uint32_t all = 0;
    for_each_part(entry.lines.front().substr(3), ' ', [&](std::string_view name) {  // after `is `
      all |= 1U << static_cast<unsigned>(std::ranges::find(kind_names, name) - kind_names.begin());
    });
    for (const std::string_view name : entry.names) kinds[name] |= all;
  }
  return kinds;
}

std::string plain_name(std::string_view program) {
  std::string name = lower(base_name(program));
  if (name.ends_with(".exe")) name.resize(name.size() - 4);
  return name;
}

/// The program has this kind under its own name, or under the name without a version.
bool is(std::uint32_t kind, std::string_view name) {
  return ((kinds_of(name) | kinds_of(without_version(name))) & kind) != 0;
}

}  // namespace

std::uint32_t kinds_of(std::string_view name) {
  static const Kinds kinds = read_kinds();
  const auto found = kinds.find(name);
  return found == kinds.end() ? 0 : found->second;
}

bool is_builtin(std::string_view name) { return (kinds_of(name) & Builtin) != 0; }

std::string_view without_version(std::string_view name) {
  const std::size_t last = name.find_last_not_of("0123456789.-_");
  return last == std::string_view::npos ? name : name.substr(0, last + 1);
}

bool takes_commands(std::string_view program) {
  const std::string name = plain_name(program);
  return is(TakesCommands, name) ||
         is(TakesCommands, std::string_view(name).substr(0, name.find('-')));  // python3.11-dbg
}

bool is_too_wide(std::string_view program) {
  const std::string name = plain_name(program);
  return takes_commands(program) || is(Wide, name) || name.starts_with("mkfs.") || name.starts_with("ld-");
}

std::string program_name(std::string_view word, shell::ShellKind shell) {
  const bool power = shell == shell::ShellKind::PowerShell;
  const std::size_t slash = word.find_last_of(power ? "/\\" : "/");  // also Module\Command
  std::string name(slash == std::string_view::npos ? word : word.substr(slash + 1));
  if (power) name = lower(name);
  if (name.ends_with(".exe")) name.resize(name.size() - 4);
  return name;
}

}  // namespace termhost::approval
