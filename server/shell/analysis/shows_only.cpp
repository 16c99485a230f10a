#include "shell/analysis/shows_only.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "shell/analysis/simple_commands.hpp"

namespace termhost::shell {
namespace {

constexpr auto showing = std::to_array<std::string_view>({
    "ack",       "ag",
    "awk",       "base64",
    "bat",       "batcat",
    "cat",       "colordiff",
    "column",    "comm",
    "cut",       "delta",
    "df",        "diff",
    "du",        "egrep",
    "expand",    "eza",
    "exa",       "fd",
    "fdfind",    "fgrep",
    "file",      "find",
    "fold",      "gawk",
    "grep",      "head",
    "hexdump",   "hexyl",
    "jq",        "less",
    "locate",    "ls",
    "lsof",      "mawk",
    "md5sum",    "more",
    "nl",        "nm",
    "objdump",   "od",
    "paste",     "pr",
    "printenv",  "ps",
    "readelf",   "rev",
    "rg",        "ripgrep",
    "sed",       "sha1sum",
    "sort",      "sha256sum",
    "stat",      "strings",
    "tac",       "tail",
    "tr",        "tree",
    "uniq",      "wc",
    "which",     "xxd",
    "yq",        "zcat",
    "zgrep",     "Get-Content",
    "gc",        "Get-ChildItem",
    "gci",       "Select-String",
    "sls",       "type",
    "dir",       "cksum",
    "sum",       "b2sum",
    "sha224sum", "sha384sum",
    "sha512sum", "sqlite3",
    "psql",      "mysql",
    "mariadb",   "duckdb",
    "zipinfo",   "ss",
    "netstat",   "ping",
    "ping6",     "vmstat",
    "iostat",    "free",
    "lsblk",
});
/// Commands that prepare, or pass on the output of others, and print little of their own.
constexpr auto passing = std::to_array<std::string_view>({
    "cd",  "echo",  "printf", "pwd",  "test",  "[",     "[[",   "true",     "false",   ":",        "export", "set",
    "tee", "local", "return", "read", "shift", "pushd", "popd", "basename", "dirname", "realpath", "seq",
});
constexpr auto showing_in_git = std::to_array<std::string_view>({
    "blame",     "branch",   "cat-file", "config",   "describe", "diff",   "diff-tree",
    "grep",      "log",      "ls-files", "ls-tree",  "reflog",   "remote", "rev-list",
    "rev-parse", "shortlog", "show",     "show-ref", "status",   "tag",    "whatchanged",
});

/// Commands that run the command in their words.
constexpr auto wrappers = std::to_array<std::string_view>({"command", "nice", "sudo", "time", "timeout", "xargs"});

template <std::size_t N>
bool is_any(std::string_view name, const std::array<std::string_view, N>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

enum class Kind { Shows, Passes, Other };

/// The first word after git's own options.
std::string_view subcommand(const SimpleCommand& git) {
  for (std::size_t at = 1; at < git.words.size(); ++at) {
    const std::string_view word = git.words[at].text;
    if (!word.starts_with('-')) return word;
    if (word == "-C" || word == "-c") ++at;
  }
  return {};
}

/// Numbers and `{}` belong to the options before them: `xargs -n 1`, `xargs -I {}`, `timeout 5`.
bool is_of_wrapper(std::string_view word) {
  return word.starts_with('-') || word == "{}" || word.find_first_not_of("0123456789.smh") == std::string_view::npos;
}

using CommandWords = std::span<const ShellWord>;

/// The words from the name of the program on that is run.
CommandWords program_of(const SimpleCommand& command) {
  std::string_view name;
  for (std::size_t at = 0; at < command.words.size(); ++at) {
    const std::string_view word = command.words[at].text;
    if (is_any(name, wrappers) && is_of_wrapper(word)) continue;
    name = word.substr(word.rfind('/') + 1);
    if (!is_any(name, wrappers)) return CommandWords(command.words).subspan(at);
  }
  return {};
}

/// `tar tvf a.tar`, `tar -tf a.tar`, `tar --list`
bool lists_with_tar(CommandWords words) {
  if (words.size() < 2) return false;
  const std::string_view first = words[1].text;
  return first == "--list" || (!first.starts_with("--") && first.find('t') != std::string_view::npos &&
                               first.find_first_of("xcruA") == std::string_view::npos);
}

/// `unzip -l a.zip`, `unzip -v`, `unzip -Z1`, `unzip -p a.zip file`
bool lists_with_unzip(CommandWords words) {
  if (words.size() < 2 || !words[1].text.starts_with('-')) return false;
  return words[1].text.find_first_of("lvZpc") != std::string::npos;
}

bool shows(std::string_view name, CommandWords words) {
  if (name == "tar" || name == "bsdtar") return lists_with_tar(words);
  if (name == "unzip") return lists_with_unzip(words);
  return is_any(name, showing);
}

Kind kind_of(const SimpleCommand& command) {
  const CommandWords words = program_of(command);
  if (words.empty()) return command.words.empty() ? Kind::Passes : Kind::Other;
  const std::string_view name = std::string_view(words.front().text).substr(words.front().text.rfind('/') + 1);
  if (name == "git") return is_any(subcommand(command), showing_in_git) ? Kind::Shows : Kind::Other;
  if (shows(name, words)) return Kind::Shows;
  return is_any(name, passing) ? Kind::Passes : Kind::Other;
}

}  // namespace

bool shows_only(const SyntaxTree& tree, ShellKind shell) {
  const SimpleCommands all = simple_commands(tree, shell);
  if (!all.problem.empty()) return false;
  bool shows = false;
  for (const SimpleCommand& command : all.commands) {
    const Kind kind = kind_of(command);
    if (kind == Kind::Other) return false;
    shows |= kind == Kind::Shows;
  }
  return shows;
}

}  // namespace termhost::shell
