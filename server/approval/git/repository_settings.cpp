#include "approval/git/repository_settings.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "approval/nested/unwrap.hpp"
#include "approval/programs/invocation.hpp"
#include "approval/text.hpp"
#include "secrets/file_names.hpp"

namespace termhost::approval {
namespace {

using shell::ShellWord;

/// True for the text that `git lfs install` writes, and no more, because a shell reads it.
bool is_of_lfs(std::string_view command) {
  constexpr std::array<std::string_view, 5> own{"git-lfs clean -- %f", "git-lfs smudge -- %f", "git-lfs filter-process",
                                                "git-lfs smudge --skip -- %f", "git-lfs filter-process --skip"};
  return std::ranges::find(own, command) != own.end();
}

}  // namespace

bool does_more_than_read(const GitSetting& setting, std::string_view subcommand, const Workspace& workspace) {
  const std::string_view name = setting.name;
  const std::string value = lower(setting.value);
  const std::string_view section = name.substr(0, name.find('.'));
  const std::string_view last = name.substr(name.rfind('.') + 1);
  if (listed("include includeif hook", section) || name == unknown_submodules) return true;
  if (section == "alias") return listed(last, subcommand) || name.starts_with(fmt::format("alias.{}.", subcommand));
  if (section == "submodule" && last == "update") return value.starts_with('!');
  if (name == "core.alternaterefscommand") return true;
  if (name == "core.fsmonitor" || section == "pager") return !listed("true false yes no on off 0 1", value);
  if (name == "core.pager") return !listed("cat less", value);
  if (name == "core.worktree" || name == other_repository) return !workspace.holds(setting.value);
  if (listed("ignorerevsfile skiplist", last))  // a line that is not the name of a commit is shown in an error
    return value.find_first_of("/~") == 0 || value.find("..") != value.npos || secrets::may_name_secret(value);
  if (section == "diff") return listed("external command textconv", last);
  if (section == "filter") return listed("clean smudge process", last) && !is_of_lfs(setting.value);
  return section == "gpg" && last == "program";
}

bool fetches(const GitSetting& setting) {
  return setting.name.ends_with(".promisor") || setting.name == "extensions.partialclone";
}

bool needs_contents(std::span<const ShellWord> words) {
  const Subcommand sub = plain_subcommand(words);
  if (sub.words.size() < 2) return true;
  const std::string_view command = sub.words[1].text;
  if (command == "log") {
    constexpr std::array<std::string_view, 10> of_commits{"--oneline", "--graph", "--all",   "--format",   "--pretty",
                                                          "--author",  "--since", "--until", "--decorate", "-n"};
    return std::any_of(
        words.begin() + static_cast<std::ptrdiff_t>(sub.at) + 1, words.end(), [&](const ShellWord& word) {
          const std::string_view text = word.text;
          const bool count = text.find_first_not_of("-0123456789") == text.npos;
          return !count && std::ranges::none_of(of_commits, [&](auto begin) { return text.starts_with(begin); });
        });
  }
  return !listed("branch tag remote rev-parse config reflog describe rev-list for-each-ref show-ref", command);
}

}  // namespace termhost::approval
