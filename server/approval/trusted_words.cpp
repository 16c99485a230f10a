#include "approval/trusted_words.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "approval/arguments.hpp"
#include "approval/effects.hpp"
#include "approval/operands.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

/// In the names of options: `--typecheck.checker`, `--tx`, `--coverage.reportsDirectory`, which is emptied.
constexpr std::array<std::string_view, 12> elsewhere{"exec",    "checker", "inspect", "rsync",
                                                     "command", "cmd",     "shell",   "proxy",
                                                     "remote",  "api.",    "listen",  "reportsdirectory"};

bool leads_elsewhere(std::string_view word) {
  if (!word.starts_with("--")) return false;
  const std::string option = lower(word.substr(2, word.find('=') - 2));
  return listed("tx px", option) ||
         std::ranges::any_of(elsewhere, [&](std::string_view part) { return option.find(part) != std::string::npos; });
}

}  // namespace

std::optional<std::string> trusted_objection(std::string_view word, std::string_view name,
                                             const ReadablePlaces& places) {
  if (leads_elsewhere(word)) return describe_option(name, word.substr(0, word.find('=')));
  if (word.find('$') != word.npos) return fmt::format("`{}` may put something else in place of `{}`", name, word);
  while (!word.empty()) {  // `--cov-report=html:/etc/x`
    const std::string_view path = word.substr(0, word.find_first_of("=:,"));
    if (!places.may_be_told(path)) return not_public(path);
    word.remove_prefix(std::min(path.size() + 1, word.size()));
    if (listed("http https ws wss", path) && word.starts_with("//") && !has_part(word, "..")) break;  // an address
  }
  return std::nullopt;
}

bool tells_harness_to_write(Words rest) {
  return std::ranges::any_of(rest, [](const shell::ShellWord& word) { return word.text.starts_with("--logfile"); });
}

}  // namespace termhost::approval
