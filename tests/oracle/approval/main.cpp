// For each shell: generated command lines are really run, and a policy that allows all but exactly what ran must not
// allow the line. usage: approval_oracle [LINES [SEED [SHELL]]]
#include <cstdio>
#include <cstdlib>
#include <set>

#include <fmt/format.h>

#include "approval/decision/decide.hpp"
#include "oracle/approval/generator.hpp"
#include "oracle/approval/runner.hpp"

namespace termhost::oracle {
namespace {

std::string as_rule(const Argv& argv) {
  std::string rule;
  for (const std::string& word : argv) {
    rule += '"';
    for (const char c : word) {
      if (c == '"' || c == '\\') rule += '\\';
      rule += c;
    }
    rule += "\" ";
  }
  return rule;
}

struct Tally {
  std::size_t lines = 0;
  std::size_t calls = 0;
  std::size_t named = 0;  ///< denied by a rule of the program's name; the rest was asked about
  std::size_t exact = 0;  ///< denied by a rule of all its words
  std::size_t missed = 0;
};

approval::Verdict verdict(const std::string& line, shell::ShellKind shell, const std::string& denied) {
  const approval::PolicyRules policy{.allowed = {"*"}, .denied = {denied}, .problem = {}};
  return approval::decide({.command = line, .shell = shell, .cwd = {}, .workspace = {}}, policy).verdict;
}

void judge(const std::string& line, shell::ShellKind shell, const Argv& call, Tally& tally) {
  const approval::Verdict named = verdict(line, shell, call.front());
  const approval::Verdict exact = verdict(line, shell, as_rule(call));
  ++tally.calls;
  tally.named += named == approval::Verdict::Deny ? 1 : 0;
  tally.exact += exact == approval::Verdict::Deny ? 1 : 0;
  if (named != approval::Verdict::Allow && exact != approval::Verdict::Allow) return;
  ++tally.missed;
  fmt::print("{} ran {} by a line that a rule against it lets through:\n{}\n\n", shell::to_string(shell), as_rule(call),
             line);
}

std::size_t check_shell(shell::ShellKind shell, std::size_t lines, std::uint32_t seed) {
  Runner runner(shell);
  Tally tally;
  for (; tally.lines < lines; ++tally.lines) {
    const std::string line = Generator(shell, seed + static_cast<std::uint32_t>(tally.lines)).line();
    const std::vector<Argv> calls = runner.run(line);
    for (const Argv& call : std::set<Argv>(calls.begin(), calls.end())) judge(line, shell, call, tally);
  }
  fmt::print("{}: {} lines ran {} different commands: {} denied by name, {} by all words, {} missed\n",
             shell::to_string(shell), tally.lines, tally.calls, tally.named, tally.exact, tally.missed);
  std::fflush(stdout);
  const bool weak = tally.calls < tally.lines || tally.named * 10 < tally.calls * 9;  // then little was tested
  if (weak) fmt::print("{}: too few commands ran, or too many were only asked about\n", shell::to_string(shell));
  return tally.missed + (weak ? 1 : 0);
}

}  // namespace
}  // namespace termhost::oracle

int main(int argc, char** argv) {
  using termhost::shell::ShellKind;
  const std::size_t lines = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 2000;
  const auto seed = static_cast<std::uint32_t>(argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1);
  std::size_t failures = 0;
  for (const ShellKind shell : {ShellKind::Bash, ShellKind::Zsh, ShellKind::Fish})
    if (argc <= 3 || termhost::shell::shell_kind_of(argv[3]) == shell)
      failures += termhost::oracle::check_shell(shell, lines, seed);
  return failures == 0 ? 0 : 1;
}
