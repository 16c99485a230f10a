// Lines that a policy allows must not do what they were made for: each is run by the real shell, as an unprivileged
// user in a sandbox without a network and with nothing to write but a folder of its own. Reports every canary that was
// touched: a file made, changed or removed, a secret shown.
// usage: approval_canaries LINES SEED SHELL [FOLDER]   lines that are made up; the shell of FOLDER, if another version
//        approval_canaries TABLE                       those of a table
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>

#include <fmt/format.h>

#include "approval/policy.hpp"
#include "oracle/approval/hostile_lines.hpp"

namespace termhost::oracle {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t batch_size = 400;
constexpr std::string_view secret = "SECRETCANARY";

const approval::PolicyRules& written_rules() {
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

class Sandbox {
 public:
  /// `folder`: where the shell is, if not where the system has it.
  Sandbox(std::string shell, const std::string& folder)
      : shell_(std::move(shell)), path_(folder.empty() ? "/usr/bin:/bin" : folder + ":/usr/bin:/bin") {
    std::string pattern = (fs::temp_directory_path() / "termhost-canaries-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
    home_ = pattern;
    fs::permissions(home_, fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec);
    const std::string driver = shell_ == "fish" ? "canary_driver.fish" : "canary_driver";
    fs::copy_file(TERMHOST_SOURCE_DIR "/tests/oracle/approval/" + driver, home_ / "driver");
  }
  ~Sandbox() {
    std::error_code ignored;
    fs::remove_all(home_, ignored);
  }

  /// Numbers of the lines that were seen to do harm; `changed`: something in the folder or a secret says that one did.
  /// `reached`: how many were begun, if one of them did not end.
  std::vector<std::size_t> run(const std::vector<std::string>& lines, bool& changed, bool& finished,
                               std::size_t& reached) const {
    fs::remove_all(home_ / "lines");
    fs::create_directory(home_ / "lines");
    for (std::size_t i = 0; i < lines.size(); ++i)
      std::ofstream(home_ / "lines" / fmt::format("{:05}", i)) << lines[i] << '\n';
    // The folder is made inside, so that nothing of a run outlives it
    const std::string setup =
        "mkdir -p /mnt/w/src && cd /mnt/w && printf 'b\\na\\n' >f && cp f b.txt && cp f f.txt && cp f src/a.txt && "
        "printf "
        "'#!/bin/sh\\n/usr/bin/touch /mnt/w/hit\\n' >ev && chmod +x ev && cp ev evil && "
        "printf 'SECRET%s' CANARY >.env && cp .env id_rsa && printf 'all:\\n\\t@echo made\\n' >Makefile && tar cf "
        "a.tar f && "
        "git init -q . 2>/dev/null && git add f && "
        "git -c user.name=a -c user.email=a@b commit -qm a; cp -r /mnt/w /tmp/before; ";
    const std::string compare =
        "; diff -r -x .git /tmp/before /mnt/w >/dev/null 2>&1 || echo CHANGED; grep -q SECRET[C]ANARY /tmp/output && "
        "echo "
        "SECRET; grep -c . /tmp/output";
    const std::string command = fmt::format(
        "timeout -k 2 30 setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs bwrap --unshare-all "
        "--die-with-parent --cap-drop ALL --ro-bind / / --dev /dev --proc /proc --tmpfs /tmp "
        "--tmpfs /mnt --dir /mnt/w --ro-bind '{0}' /mnt/lines --ro-bind '{1}' /mnt/driver --chdir /mnt/w --clearenv "
        "--setenv PATH '{3}' "
        "--setenv HOME /tmp --setenv LC_ALL C.UTF-8 --setenv TERM dumb "
        "/bin/sh -c \"{2}\" 2>/dev/null",
        (home_ / "lines").string(), (home_ / "driver").string(),
        std::regex_replace(setup + words() + " /mnt/driver" + compare, std::regex("([\\\\\"$])"), "\\$1"), path_);
    std::vector<std::size_t> hits;
    changed = finished = false;
    reached = 0;
    FILE* pipe = ::popen(command.c_str(), "r");
    if (pipe == nullptr) throw std::runtime_error("cannot start the sandbox");
    char line[256];
    while (std::fgets(line, sizeof line, pipe) != nullptr) {
      const std::string text = line;
      if (text.starts_with("HIT ")) hits.push_back(std::strtoul(line + 4, nullptr, 10));
      if (text.starts_with("AT ")) reached = std::strtoul(line + 3, nullptr, 10) + 1;
      changed |= text.starts_with("CHANGED") || text.starts_with("SECRET");
      finished |= text.starts_with("DONE");
    }
    ::pclose(pipe);
    return hits;
  }

 private:
  [[nodiscard]] std::string words() const {
    if (shell_ == "zsh") return "zsh -f";
    if (shell_ == "fish") return "fish --no-config";
    return shell_ == "bash" ? "bash --norc --noprofile" : shell_;
  }
  std::string shell_;
  std::string path_;
  fs::path home_;
};

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
  bool changed = false;
  bool finished = false;
  std::size_t reached = 0;
  std::vector<std::size_t> hits = sandbox.run(lines, changed, finished, reached);
  for (const std::size_t hit : hits) report(shell, lines.at(hit), tally);
  if (!finished) {
    ++tally.unfinished;
    lines.erase(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(reached, 1)));
    return lines.empty() ? void() : run_all(sandbox, shell, std::move(lines), by_halves, tally);
  }
  if (!changed || !hits.empty() || !by_halves) return;
  if (lines.size() == 1) return report(shell, lines[0], tally);
  const auto middle = lines.begin() + static_cast<std::ptrdiff_t>(lines.size() / 2);
  run_all(sandbox, shell, {lines.begin(), middle}, true, tally);
  run_all(sandbox, shell, {middle, lines.end()}, true, tally);
}

/// Judges lines and runs those that are allowed.
class Trial {
 public:
  explicit Trial(std::string shell, const std::string& folder = {})
      : shell_(std::move(shell)), kind_(shell::shell_kind_of(shell_)), sandbox_(shell_, folder) {
    for (const std::string proof : {"touch hit", "sed -i s/a/c/ f", "cat .env"})  // what harm looks like
      if (!harms(proof)) throw std::runtime_error("the sandbox does not see " + proof);
  }

  /// Run as it is, whatever a policy says.
  [[nodiscard]] bool harms(const std::string& line) const {
    bool changed = false;
    bool finished = false;
    std::size_t reached = 0;
    return !sandbox_.run({line}, changed, finished, reached).empty() || changed;
  }

  void judge(const std::string& line) {
    ++tally.generated;
    if (is_off_limits(line)) return;
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

  [[nodiscard]] bool allows(const approval::Policy& policy, const std::string& line) const {
    const approval::Question question{
        .command = line, .shell = kind_, .cwd = "/mnt/w", .workspace = {"/mnt/w"}};
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
  std::array<Lines, 2> lines_{Lines{reading(), true, {}}, Lines{written_rules(), false, {}}};
};

std::size_t check_generated(const std::string& shell, std::size_t lines, std::uint32_t seed,
                            const std::string& folder) {
  Trial trial(shell, folder);
  const std::vector<std::string> from = seeds(shell::shell_kind_of(shell));
  for (std::size_t i = 0; i < lines; ++i)
    trial.judge(HostileLines(shell::shell_kind_of(shell), seed + static_cast<std::uint32_t>(i), from).line());
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
void check_table(const std::string& shell, const char* path, TableTally& tally) {
  Trial trial(shell);
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.substr(0, line.find('\t')) != shell) continue;
    std::string command = line.substr(line.rfind('\t') + 1);
    command = std::regex_replace(command, std::regex("\u240A"), "\n");
    command = std::regex_replace(command, std::regex("\u2409"), "\t");
    if (is_off_limits(command)) continue;
    ++tally.lines;
    if (trial.harms(command)) ++tally.real;
    trial.judge(command);
  }
  trial.finish();
  tally.allowed += trial.tally.allowed;
  tally.harmful += trial.tally.harmful;
}

std::size_t check_table(const char* path) {
  constexpr std::size_t least = 10;  // or the table proves too little
  TableTally tally;
  for (const char* shell : {"bash", "zsh", "ksh", "mksh", "dash", "fish"}) check_table(shell, path, tally);
  fmt::print("{}: {} lines, {} do harm when they run; {} were allowed, {} of these did harm\n", path, tally.lines,
             tally.real, tally.allowed, tally.harmful);
  return tally.harmful + (tally.real < least ? 1 : 0);
}

}  // namespace
}  // namespace termhost::oracle

int main(int argc, char** argv) {
  namespace oracle = termhost::oracle;
  if (argc != 2 && argc != 4 && argc != 5) {
    fmt::print(stderr, "usage: approval_canaries LINES SEED SHELL [FOLDER] | approval_canaries TABLE\n");
    return 2;
  }
  const std::size_t failures =
      argc == 2 ? oracle::check_table(argv[1])
                : oracle::check_generated(argv[3], std::strtoul(argv[1], nullptr, 10),
                                          static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10)),
                                          argc == 5 ? argv[4] : "");
  return failures == 0 ? 0 : 1;
}
