#include "approval/git_config.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "approval/options.hpp"
#include "approval/text.hpp"
#include "secrets/file_names.hpp"

namespace termhost::approval {
namespace {

using shell::ShellWord;

/// Last parts of the names of settings whose value is a program, a file that holds such settings, or a way around a
/// check. From git-config(1).
constexpr std::string_view program_settings =
    "pager editor sshcommand askpass helper textconv command clean smudge process driver cmd program fsmonitor "
    "hookspath "
    "gitproxy external difffilter packobjectshook uploadpack receivepack vcs templatedir path attributesfile insteadof "
    "pushinsteadof allow worktree defaultcommand ssh browser tool guitool sendmailcmd smtpserver tocmd cccmd headercmd";

bool names_program(std::string_view key) {
  const std::string name = lower(key);
  if (name.starts_with("alias.") || name.starts_with("pager.")) return true;
  return listed(program_settings, std::string_view(name).substr(name.rfind('.') + 1));
}

void add(std::string_view key, std::string_view value, std::size_t at, std::vector<NestedCommand>& found) {
  const std::string reason = fmt::format("git's setting `{}` runs a program", key);
  if (key.find(shell::unknown_part) != std::string_view::npos) {
    found.push_back(
        {NestedCommand::Kind::Unknown, at, {}, {}, {}, "the setting that git gets is known only at run time"});
    return;
  }
  if (!names_program(key)) return;
  std::string code(value);
  if (code.starts_with('!'))
    code.erase(0, 1);
  else if (lower(key).starts_with("alias."))
    code.insert(0, "git ");
  found.push_back({NestedCommand::Kind::Code, at, {}, std::move(code), shell::ShellKind::Bash, reason});
}

void add_setting(std::string_view setting, std::size_t at, std::vector<NestedCommand>& found) {
  const std::size_t equals = setting.find('=');
  add(setting.substr(0, equals), equals == std::string_view::npos ? "" : setting.substr(equals + 1), at, found);
}

/// `git config [options] key value`, also in its newer form `git config set key value`.
void read_config_command(std::span<const ShellWord> words, std::size_t at, std::vector<NestedCommand>& found) {
  std::array<const ShellWord*, 2> operands{};
  std::array<std::size_t, 2> places{};
  std::size_t count = 0;
  bool reads = false;
  while (at < words.size() && count < operands.size()) {
    const std::size_t taken = read_option(words, at, {"f", "file blob type default"}, [&](const Option& option) {
      if (abbreviates(option.name, "get get-all get-regexp list get-urlmatch name-only show-origin") ||
          option.letter == 'l')
        reads = true;
    });
    if (taken == 0) {
      if (count == 0 && listed("set edit", words[at].text)) {
        ++at;
        continue;
      }
      if (count == 0 && listed("get list", words[at].text)) reads = true;
      operands[count] = &words[at];
      places[count++] = at;
    }
    at += std::max<std::size_t>(taken, 1);
  }
  if (count == operands.size() && !reads) add(operands[0]->text, operands[1]->text, places[1], found);
}

/// True for the text that `git lfs install` writes, and no more, because a shell reads it.
bool is_of_lfs(std::string_view command) {
  constexpr std::array<std::string_view, 5> own{"git-lfs clean -- %f", "git-lfs smudge -- %f", "git-lfs filter-process",
                                                "git-lfs smudge --skip -- %f", "git-lfs filter-process --skip"};
  return std::ranges::find(own, command) != own.end();
}

}  // namespace

void read_git_config(std::span<const ShellWord> words, std::vector<NestedCommand>& found) {
  const Subcommand sub = plain_subcommand(words);
  const std::size_t end = sub.words.empty() ? words.size() : sub.at;
  const bool clones = !sub.words.empty() && sub.words[1].text == "clone";
  const OptionTable table{"Cc", "git-dir work-tree namespace config-env super-prefix attr-source config"};
  for (std::size_t at = 1; at < (clones ? words.size() : end);) {
    const std::size_t taken = read_option(words, at, table, [&](const Option& option) {
      if (option.letter == 0 && option.argument && abbreviates(option.name, "config-env") && option.name.size() > 6)
        found.push_back(
            {NestedCommand::Kind::Unknown, option.argument_at, {}, {}, {}, "a variable holds a git setting"});
      const bool sets = option.letter == 'c' || (!option.single_dash && abbreviates(option.name, "config"));
      if (sets && option.argument) add_setting(*option.argument, option.argument_at, found);
    });
    at += std::max<std::size_t>(taken, 1);
  }
  if (!sub.words.empty() && sub.words[1].text == "config") read_config_command(words, sub.at + 1, found);
}

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

bool tells_of_commits(std::span<const ShellWord> words) {
  constexpr std::array<std::string_view, 22> harmless{
      "--oneline",      "--graph",     "--all",       "--format",    "--pretty",      "--author",
      "--since",        "--until",     "--after",     "--before",    "--grep",        "--decorate",
      "--stat",         "--shortstat", "--numstat",   "--name-only", "--name-status", "--no-merges",
      "--first-parent", "--follow",    "--max-count", "-n"};
  const Subcommand sub = plain_subcommand(words);
  if (sub.words.size() < 2 || sub.words[1].text != "log") return false;
  for (const ShellWord& word : std::span(sub.words).subspan(2)) {
    if (word.text == "--") return true;
    const bool count = word.text.find_first_not_of("-0123456789") == std::string::npos;
    if (may_be_read_as_option(word) && !count &&
        std::ranges::none_of(harmless, [&](auto begin) { return word.text.starts_with(begin); }))
      return false;
  }
  return true;
}

}  // namespace termhost::approval
