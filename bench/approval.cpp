// What a decision costs: a 200-byte command line against policies of 10, 100 and 1,000 rules, reading such a policy,
// lines of 108 KB that are all commands, words, or braces, and everyday lines of agents.
// usage: bench_approval [OUT.json [FILE]...]     FILE: lines as in tests/fixtures/everyday
#include <algorithm>
#include <chrono>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "approval/decision/decide.hpp"

namespace {

using namespace termhost;
using Clock = std::chrono::steady_clock;

constexpr std::string_view command =
    "cd packages/app && git log --oneline -20 -- src | grep -v 'merge; commit' | head -5; for f in src/*.ts; do wc -l "
    "\"$f\"; done "
    "2>/dev/null && echo \"lines: $(git ls-files | wc -l)\" && npm run build";

approval::PolicyRules policy_of(std::size_t rules) {
  approval::PolicyRules policy;
  policy.allowed = {"cd", "git log", "grep", "head", "wc", "echo", "git ls-files", "npm run"};
  for (std::size_t i = policy.allowed.size(); i < rules; ++i)
    (i % 3 == 0 ? policy.denied : policy.allowed).push_back(fmt::format("tool{} sub{}", i % 300, i));
  return policy;
}

std::string repeated(std::string_view head, std::string_view unit) {
  std::string line(head);
  while (line.size() < 108 * 1024) line += unit;
  return line;
}

struct Long {
  const char* name;
  std::string line;
};

std::vector<Long> long_lines() {
  return {{"commands", repeated("", "a;")},
          {"readers", repeated("", "ls;")},
          {"words", repeated("ls ", "a ")},
          {"braces", repeated("echo ", "{1..256} ")},
          {"wrapped", repeated("", "sudo ls;")}};
}

/// The best of many short rounds: a busy machine interrupts long ones.
template <class Work>
double microseconds(std::size_t times, const Work& work, int rounds = 100) {
  double best = 1e9;
  for (int round = 0; round < rounds; ++round) {
    const auto start = Clock::now();
    for (std::size_t i = 0; i < times; ++i) work();
    const std::chrono::duration<double, std::micro> took = Clock::now() - start;
    best = std::min(best, took.count() / static_cast<double>(times));
  }
  return best;
}

std::vector<std::string> everyday_lines(int argc, char** argv) {
  std::vector<std::string> lines;
  for (int at = 2; at < argc; ++at) {
    std::ifstream file(argv[at]);
    for (std::string row; std::getline(file, row);)
      if (const std::size_t tab = row.find('\t'); !row.starts_with('#') && tab != std::string::npos)
        lines.push_back(row.substr(tab + 1, row.find('\t', tab + 1) - tab - 1));
  }
  return lines;
}

}  // namespace

int main(int argc, char** argv) {
  std::string json = fmt::format("{{\"commandBytes\": {}", command.size());
  for (const std::size_t rules : {std::size_t{10}, std::size_t{100}, std::size_t{1000}}) {
    const approval::PolicyRules lists = policy_of(rules);
    const approval::Policy policy(lists);
    const approval::Question question{.command = command, .cwd = "/project", .workspace = {"/project"}};
    if (approval::decide(question, policy).verdict != approval::Verdict::Allow) return 1;
    const double decision = microseconds(10, [&] { static_cast<void>(approval::decide(question, policy)); });
    const double reading = microseconds(1, [&] { static_cast<void>(approval::Policy(lists)); });
    fmt::print("{:5} rules: {:7.1f} us a decision on {} bytes, {:8.1f} us to make the policy ready\n", rules, decision,
               command.size(), reading);
    json += fmt::format(", \"decision{}\": {:.2f}, \"policy{}\": {:.2f}", rules, decision, rules, reading);
  }
  approval::PolicyRules read_only;
  read_only.builtin = approval::BuiltinRules::ReadOnly;
  const approval::Policy reads(read_only);
  for (const Long& one : long_lines()) {
    const approval::Question question{.command = one.line, .cwd = "/project", .workspace = {"/project"}};
    const double took = microseconds(
                            1, [&] { static_cast<void>(approval::decide(question, reads)); }, 5) /
                        1000;
    fmt::print("{:>8}: {:6.1f} ms a decision on {} bytes\n", one.name, took, one.line.size());
    json += fmt::format(", \"{}\": {:.2f}", one.name, took);
  }
  std::vector<double> everyday;
  for (const std::string& line : everyday_lines(argc, argv)) {
    const approval::Question question{.command = line, .cwd = "/project", .workspace = {"/project"}};
    everyday.push_back(microseconds(
        10, [&] { static_cast<void>(approval::decide(question, reads)); }, 20));
  }
  if (!everyday.empty()) {
    std::sort(everyday.begin(), everyday.end());
    const double median = everyday[everyday.size() / 2], most = everyday[everyday.size() * 95 / 100];
    fmt::print("everyday: {:6.1f} us a decision on the median of {} lines, {:.1f} us on the 95th percentile\n", median,
               everyday.size(), most);
    json += fmt::format(", \"everyday\": {:.2f}, \"everyday95\": {:.2f}, \"everydayLines\": {}", median, most,
                        everyday.size());
  }
  if (argc > 1) std::ofstream(argv[1]) << json << "}\n";
  return 0;
}
