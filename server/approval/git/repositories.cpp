#include "approval/git/repositories.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "approval/git/repository_settings.hpp"
#include "approval/nested/unwrap.hpp"
#include "approval/normal_path.hpp"
#include "approval/places/folders.hpp"
#include "approval/programs/invocation.hpp"
#include "approval/programs/wrapper_table.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

/// The folders in which `git -C a -C b` looks for a repository, from each of `folders` on. Nothing: only the run knows.
std::optional<std::vector<std::string>> git_folders(std::span<const shell::ShellWord> words,
                                                    const std::vector<std::string>& folders) {
  std::vector<std::string> found = folders;
  bool known = true;
  for (std::size_t at = 1; at < words.size();) {
    const std::size_t taken = read_option(words, at, options_of("git"), [&](const Option& option) {
      if (option.letter != 'C' || !option.argument) return;
      known = known && words[option.argument_at].known();
      for (std::string& folder : found)
        if (folder != unknown_folder) folder = normal_path(*option.argument, folder);
    });
    if (taken == 0) break;
    at += taken;
  }
  return known ? std::optional(std::move(found)) : std::nullopt;
}

}  // namespace

std::string repository_objection(std::span<const shell::ShellWord> words, const std::vector<std::string>& folders,
                                 const Files* files) {
  if (files == nullptr || base_name(words[0].text) != "git") return {};
  const std::optional<std::vector<std::string>> looked = git_folders(words, folders);
  const bool known = looked && std::ranges::find(*looked, unknown_folder) == looked->end();
  if (!known) return "the repository that `git` reads is known only at run time";
  for (const std::string& folder : *looked)
    if (folder.starts_with('/') && files->in_bare_repository(folder))
      return fmt::format("`{}` is in a repository of its own, whose settings may run programs", folder);
  return {};
}

std::string settings_objection(std::span<const shell::ShellWord> words, const std::vector<std::string>& folders,
                               const Files* files, const Workspace& workspace) {
  if (files == nullptr || base_name(words[0].text) != "git") return {};
  const std::optional<std::vector<std::string>> looked = git_folders(words, folders);
  if (!looked) return {};  // it asks anyway
  const bool may_fetch = needs_contents(words);
  const Subcommand sub = plain_subcommand(words);
  const std::string subcommand = sub.words.size() > 1 ? lower(sub.words[1].text) : std::string();
  for (const std::string& folder : *looked) {
    if (!folder.starts_with('/')) continue;
    for (const GitSetting& setting : files->repository_settings(folder))
      if (does_more_than_read(setting, subcommand, workspace) || (may_fetch && fetches(setting)))
        return setting.name == reading_hook
                   ? std::string("a hook of the repository may run")
                   : fmt::format("the repository's setting `{}` may run a program, use the network or read other files",
                                 setting.name);
  }
  return {};
}

}  // namespace termhost::approval
