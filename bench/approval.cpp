// What a decision costs: a 200-byte command line against policies of 10, 100 and 1,000 rules, and reading such a
// policy. usage: bench_approval [OUT.json]
#include <algorithm>
#include <chrono>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "approval/policy.hpp"

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

/// The best of many short rounds: a busy machine interrupts long ones.
template <class Work>
double microseconds(std::size_t times, const Work& work) {
  double best = 1e9;
  for (int round = 0; round < 100; ++round) {
    const auto start = Clock::now();
    for (std::size_t i = 0; i < times; ++i) work();
    const std::chrono::duration<double, std::micro> took = Clock::now() - start;
    best = std::min(best, took.count() / static_cast<double>(times));
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  std::string json = fmt::format("{{\"commandBytes\": {}", command.size());
  for (const std::size_t rules : {std::size_t{10}, std::size_t{100}, std::size_t{1000}}) {
    const approval::PolicyRules lists = policy_of(rules);
    const approval::Policy policy(lists);
    const approval::Question question{
        .command = command, .cwd = "/project", .workspace_folders = {"/project"}, .hidden_files = {}};
    if (approval::decide(question, policy).verdict != approval::Verdict::Allow) return 1;
    const double decision = microseconds(10, [&] { static_cast<void>(approval::decide(question, policy)); });
    const double reading = microseconds(1, [&] { static_cast<void>(approval::Policy(lists)); });
    fmt::print("{:5} rules: {:7.1f} us a decision on {} bytes, {:8.1f} us to make the policy ready\n", rules, decision,
               command.size(), reading);
    json += fmt::format(", \"decision{}\": {:.2f}, \"policy{}\": {:.2f}", rules, decision, rules, reading);
  }
  if (argc > 1) std::ofstream(argv[1]) << json << "}\n";
  return 0;
}
