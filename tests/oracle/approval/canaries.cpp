// Lines that a policy allows must not do what they were made for: each is run by the real shell, as an unprivileged
// user in a sandbox without a network and with nothing to write but a folder of its own. Reports every canary that was
// touched: a file made, changed or removed, a secret shown.
// usage: approval_canaries LINES SEED SHELL [FOLDER]   lines that are made up; the shell of FOLDER, if another version
//        approval_canaries --lines LINES SEED SHELL    only prints them, a NUL after each
//        approval_canaries TABLE [SHELL FOLDER]        those of a table; of one shell, which is in FOLDER
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include <fmt/format.h>

#include "approval/decision/decide.hpp"
#include "oracle/approval/hostile_lines.hpp"
#include "oracle/approval/hostile_powershell.hpp"
#include "oracle/approval/sandbox.hpp"

namespace termhost::oracle {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t batch_size = 400;

const approval::PolicyRules& written_rules(shell::ShellKind shell) {
  static const approval::PolicyRules for_powershell{.allowed = {"Get-ChildItem",
                                                                "Get-Content",
                                                                "Get-Item",
                                                                "Select-String",
                                                                "ForEach-Object",
                                                                "Where-Object",
                                                                "Select-Object",
                                                                "Sort-Object",
                                                                "Write-Output",
                                                                "Set-Location",
                                                                "Test-Path",
                                                                "Format-Table",
                                                                "Group-Object",
                                                                "Measure-Object",
                                                                "Get-Command",
                                                                "Get-Help",
                                                                "Get-Module",
                                                                "Get-Process",
                                                                "ConvertFrom-Json",
                                                                "Compare-Object",
                                                                "git",
                                                                "make",
                                                                "ls",
                                                                "cat",
                                                                "grep",
                                                                "find",
                                                                "gci",
                                                                "gc",
                                                                "%",
                                                                "?",
                                                                "sls",
                                                                "echo",
                                                                "cd",
                                                                "rg",
                                                                "jq",
                                                                "awk",
                                                                "sed",
                                                                "sort",
                                                                "date"},
                                                    .denied = {},
                                                    .problem = {}};
  if (shell == shell::ShellKind::PowerShell) return for_powershell;
  static const approval::PolicyRules rules{
      .allowed = {"ls",      "cat",     "echo",     "grep",    "find",  "sed",    "awk",   "sort",   "uniq",   "head",
                  "tail",    "wc",      "cut",      "git",     "make",  "tar",    "diff",  "xargs",  "tr",     "tree",
                  "stat",    "du",      "basename", "seq",     "od",    "base64", "jq",    "printf", "comm",   "nl",
                  "test",    "[",       "which",    "env",     "read",  "set",    "print", "string", "export", "hash",
                  "getopts", "mapfile", "let",      "declare", "local", "trap",   "eval0", "unset",  "cd",     "true"},
      .denied = {},
      .problem = {}};
  return rules;
}

/// What must not be run in any sandbox: clocks, names of machines, other processes.
bool is_off_limits(const std::string& line) {
  static const std::regex words(
      "\\b(date|hostname|kill|pkill|killall|shutdown|reboot|halt|poweroff|hwclock|timedatectl|mount|sudo|ssh|curl|wget|"
      "docker)\\b|tail -f|yes|sleep|while (true|:)");
  static const std::regex cmdlets(
      "(stop|restart|rename)-(computer|process|service)|set-(date|timezone)|start-sleep|\\bspps\\b|-wait\\b",
      std::regex::icase);
  return std::regex_search(line, words) || std::regex_search(line, cmdlets);
}

/// A new repository, or the log of a build, which the rules `git` and `make` allow. PowerShell's driver takes each
/// change of the folder for harm.
bool makes_what_rules_allow(const std::string& line) {
  static const std::regex words("\\bgit\\b.*\\b(init|clone)\\b|\\bmake\\b.*> *[a-z]+[.]log\\b");
  return std::regex_search(line, words);
}

std::vector<std::string> seeds(shell::ShellKind shell) {
  std::vector<std::string> lines;
  for (const auto& entry : fs::directory_iterator(TERMHOST_FIXTURES "/approval")) {
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      const std::size_t last = line.rfind('\t');
      if (line.starts_with('#') || line.starts_with('@') || last == std::string::npos ||
          line.find("␊") != std::string::npos)
        continue;
      const bool agents = entry.path().stem().string().starts_with("agents");
      const std::string name = agents ? line.substr(2, line.find('\t', 2) - 2) : line.substr(0, line.find('\t'));
      const bool bash_too = shell != shell::ShellKind::Fish && name == "bash";
      if (shell::shell_kind_of(name) == shell || bash_too) lines.push_back(line.substr(last + 1));
    }
  }
  return lines;
}

struct Tally {
  std::size_t generated = 0, allowed = 0, ran = 0, harmful = 0, unfinished = 0;
};

void report(const std::string& shell, const std::string& line, Tally& tally) {
  ++tally.harmful;
  fmt::print("{} allowed, and it did harm:\n{}\n\n", shell, line);
  std::fflush(stdout);
}

/// Runs them all, past those that do not end. By halves: which line changed the folder or showed the secret.
void run_all(const Sandbox& sandbox, const std::string& shell, std::vector<std::string> lines, bool by_halves,
             Tally& tally) {
  const Observed seen = sandbox.run(lines);
  for (const std::size_t hit : seen.hits) report(shell, lines.at(hit), tally);
  for (const std::size_t line : seen.shown)
    if (by_halves) report(shell, lines.at(line), tally);
  if (!seen.finished) {
    ++tally.unfinished;
    lines.erase(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(seen.reached, 1)));
    return lines.empty() ? void() : run_all(sandbox, shell, std::move(lines), by_halves, tally);
  }
  if (!seen.changed || !seen.hits.empty() || !seen.shown.empty() || !by_halves) return;
  if (lines.size() == 1) return report(shell, lines[0], tally);
  const auto middle = lines.begin() + static_cast<std::ptrdiff_t>(lines.size() / 2);
  run_all(sandbox, shell, {lines.begin(), middle}, true, tally);
  run_all(sandbox, shell, {middle, lines.end()}, true, tally);
}

/// Judges lines and runs those that are allowed.
class Trial {
 public:
  explicit Trial(std::string shell, const std::string& folder = {})
      : shell_(std::move(shell)),
        kind_(shell::shell_kind_of(shell_)),
        sandbox_(shell_, folder),
        lines_{Lines{reading(), true, {}}, Lines{written_rules(kind_), false, {}}} {
    const std::vector<std::string> harm{"touch hit", "sed -i s/a/c/ f", "cat .env"};  // what it looks like
    if (count_harmful(harm) != harm.size()) throw std::runtime_error("the sandbox does not see all harm");
  }

  /// How many do harm, run as they are, whatever a policy says.
  [[nodiscard]] std::size_t count_harmful(std::vector<std::string> lines) const {
    if (kind_ != shell::ShellKind::PowerShell)
      return static_cast<std::size_t>(std::ranges::count_if(lines, [&](const auto& line) { return harms(line); }));
    Observed seen;
    std::size_t harmful = 0;
    for (; !lines.empty() && !seen.finished; lines.erase(
             lines.begin(), lines.begin() + std::max<std::ptrdiff_t>(1, static_cast<std::ptrdiff_t>(seen.reached)))) {
      seen = sandbox_.run(lines);
      std::vector<std::size_t> both = seen.hits;
      both.insert(both.end(), seen.shown.begin(), seen.shown.end());
      harmful += std::set<std::size_t>(both.begin(), both.end()).size();
    }
    return harmful;
  }

  void judge(const std::string& line) {
    ++tally.generated;
    if (is_off_limits(line) || (kind_ == shell::ShellKind::PowerShell && makes_what_rules_allow(line))) return;
    for (Lines& lines : lines_) {
      if (!allows(lines.policy, line)) continue;
      ++tally.allowed;
      lines.waiting.push_back(line);
      if (lines.waiting.size() >= batch_size) run(lines);
      return;
    }
  }

  void finish() {
    for (Lines& lines : lines_) run(lines);
  }

  Tally tally;

 private:
  struct Lines {
    approval::Policy policy;
    bool secrets_count;
    std::vector<std::string> waiting;
  };

  [[nodiscard]] bool harms(const std::string& line) const {
    const Observed seen = sandbox_.run({line});
    return !seen.hits.empty() || seen.changed;
  }

  [[nodiscard]] bool allows(const approval::Policy& policy, const std::string& line) const {
    const approval::Question question{.command = line, .shell = kind_, .cwd = "/mnt/w", .workspace = {"/mnt/w"}};
    return approval::decide(question, policy).verdict == approval::Verdict::Allow;
  }

  void run(Lines& lines) {
    if (lines.waiting.empty()) return;
    tally.ran += lines.waiting.size();
    run_all(sandbox_, shell_, lines.waiting, lines.secrets_count, tally);
    lines.waiting.clear();
  }

  static approval::PolicyRules reading() {
    approval::PolicyRules rules;
    rules.builtin = approval::BuiltinRules::ReadOnly;
    return rules;
  }

  std::string shell_;
  shell::ShellKind kind_;
  Sandbox sandbox_;
  std::array<Lines, 2> lines_;
};

std::string hostile_line(shell::ShellKind shell, std::uint32_t seed, const std::vector<std::string>& from) {
  if (shell == shell::ShellKind::PowerShell) return HostilePowerShell(seed, from).line();
  return HostileLines(shell, seed, from).line();
}

int print_lines(const std::string& shell, std::size_t lines, std::uint32_t seed) {
  const std::vector<std::string> from = seeds(shell::shell_kind_of(shell));
  for (std::size_t i = 0; i < lines; ++i) {
    const std::string line = hostile_line(shell::shell_kind_of(shell), seed + static_cast<std::uint32_t>(i), from);
    if (!is_off_limits(line)) std::fwrite(line.c_str(), 1, line.size() + 1, stdout);
  }
  return 0;
}

std::size_t check_generated(const std::string& shell, std::size_t lines, std::uint32_t seed,
                            const std::string& folder) {
  Trial trial(shell, folder);
  const std::vector<std::string> from = seeds(shell::shell_kind_of(shell));
  for (std::size_t i = 0; i < lines; ++i)
    trial.judge(hostile_line(shell::shell_kind_of(shell), seed + static_cast<std::uint32_t>(i), from));
  trial.finish();
  const Tally& tally = trial.tally;
  fmt::print("{}: of {} lines {} were allowed and {} run: {} did harm, {} lines did not end\n", shell, tally.generated,
             tally.allowed, tally.ran, tally.harmful, tally.unfinished);
  const bool weak = tally.allowed * 20 < tally.generated;
  if (weak) fmt::print("{}: too few were allowed to prove anything\n", shell);
  return tally.harmful + (weak ? 1 : 0);
}

struct TableTally {
  std::size_t lines = 0, real = 0, allowed = 0, harmful = 0;
};

/// Lines of a table for a shell, the last of whose fields is the command: those that are allowed are run as such; of
/// all it is counted how many really do harm.
void check_table(const std::string& shell, const char* path, const std::string& folder, TableTally& tally) {
  Trial trial(shell, folder);
  std::vector<std::string> commands;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.substr(0, line.find('\t')) != shell) continue;
    std::string command = line.substr(line.rfind('\t') + 1);
    command = std::regex_replace(command, std::regex("\u240A"), "\n");
    command = std::regex_replace(command, std::regex("\u2409"), "\t");
    if (is_off_limits(command)) continue;
    trial.judge(command);
    commands.push_back(std::move(command));
  }
  tally.lines += commands.size();
  tally.real += trial.count_harmful(std::move(commands));
  trial.finish();
  tally.allowed += trial.tally.allowed;
  tally.harmful += trial.tally.harmful;
}

/// `shells`: those of the system, or one that is in `folder`.
std::size_t check_table(const char* path, const std::vector<std::string>& shells, const std::string& folder) {
  constexpr std::size_t least = 10;  // or the table proves too little
  TableTally tally;
  for (const std::string& shell : shells) check_table(shell, path, folder, tally);
  fmt::print("{}: {} lines, {} do harm when they run; {} were allowed, {} of these did harm\n", path, tally.lines,
             tally.real, tally.allowed, tally.harmful);
  return tally.harmful + (tally.real < least ? 1 : 0);
}

}  // namespace
}  // namespace termhost::oracle

int main(int argc, char** argv) {
  namespace oracle = termhost::oracle;
  const bool is_table = argc > 1 && std::string(argv[1]).ends_with(".tsv");
  if (argc == 5 && std::string(argv[1]) == "--lines")
    return oracle::print_lines(argv[4], std::strtoul(argv[2], nullptr, 10),
                               static_cast<std::uint32_t>(std::strtoul(argv[3], nullptr, 10)));
  if (is_table && argc == 4) return oracle::check_table(argv[1], {argv[2]}, argv[3]) == 0 ? 0 : 1;
  if (is_table && argc == 2)
    return oracle::check_table(argv[1], {"bash", "zsh", "ksh", "mksh", "dash", "fish"}, {}) == 0 ? 0 : 1;
  if (argc != 4 && argc != 5) {
    fmt::print(stderr, "usage: approval_canaries LINES SEED SHELL [FOLDER] | approval_canaries TABLE [SHELL FOLDER]\n");
    return 2;
  }
  const std::size_t failures =
      oracle::check_generated(argv[3], std::strtoul(argv[1], nullptr, 10),
                              static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10)), argc == 5 ? argv[4] : "");
  return failures == 0 ? 0 : 1;
}
