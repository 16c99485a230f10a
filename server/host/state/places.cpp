#include "host/state/places.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace termhost::host {

bool built_in_alone(const approval::Decision& decision) {
  const auto& commands = decision.commands;
  return decision.verdict == approval::Verdict::Allow &&
         std::all_of(commands.begin(), commands.end(),
                     [](const approval::CommandVerdict& part) { return part.rule.starts_with("built-in"); });
}

bool rule_asks(const approval::Decision& decision) {
  return std::any_of(decision.commands.begin(), decision.commands.end(), [](const approval::CommandVerdict& part) {
    return part.verdict == approval::Verdict::Ask && part.rule_asks;
  });
}

namespace {

/// It would certainly fail in a trial, or wait there for a network.
bool needs_more(const approval::Decision& decision) {
  constexpr std::array<std::string_view, 3> needs{"network", "privileged", "service"};
  return std::any_of(decision.hazards.begin(), decision.hazards.end(), [&](const std::string& hazard) {
    return std::find(needs.begin(), needs.end(), hazard) != needs.end();
  });
}

/// The reason not to try it, or to run it where it would run without a trial. Empty: there is none.
std::string_view reason_against_trial(const approval::Decision& decision, bool auto_approves) {
  if (auto_approves) return "autoApprove is set";
  if (decision.verdict == approval::Verdict::Ask && rule_asks(decision)) return "a rule asks about it";
  if (needs_more(decision)) return "it needs a network, more rights or a service";
  if (decision.verdict == approval::Verdict::Allow && !built_in_alone(decision)) return "a rule allows it";
  return {};
}

}  // namespace

bool keeps_no_more(sandbox::Level level, sandbox::Level set) {
  return level == set || level == sandbox::Level::Trial || level == sandbox::Level::ReadOnly;
}

Place place_of(const approval::Decision& decision, sandbox::Level set, bool auto_approves) {
  const bool allowed = decision.verdict == approval::Verdict::Allow;
  const std::string_view against =
      set == sandbox::Level::Trial ? reason_against_trial(decision, auto_approves) : std::string_view();
  const sandbox::Level unruled = against.empty() ? set : sandbox::Level::Off;
  const sandbox::Level ruled = decision.level(unruled);
  const sandbox::Level level = allowed ? ruled : std::max(unruled, ruled);
  if (level != unruled) return {level, "a rule sets this level of the sandbox"};
  if (!against.empty()) return {level, std::string(against)};
  if (set == sandbox::Level::Off) return {level, "no sandbox is set"};
  if (level == sandbox::Level::Trial && built_in_alone(decision))
    return {level, "it only reads, so it sees the files themselves and not a copy"};
  return {level, "no rule sets another level of the sandbox"};
}

sandbox::Sandbox sandbox_at(sandbox::Level level, const protocol::SandboxSetting& set, std::vector<std::string> folders,
                            std::vector<std::string> secret_files) {
  if (level == sandbox::Level::Off) return {};
  const auto network = static_cast<sandbox::Network>(set.network);
  // A test that starts a server and asks it harms nobody
  return {.level = level,
          .network = level == sandbox::Level::Trial ? std::max(network, sandbox::Network::Loopback) : network,
          .writable = set.writable,
          .hidden = set.hidden,
          .workspace = std::move(folders),
          .secret_files = std::move(secret_files),
          .readable = set.readable};
}

sandbox::Enforcement for_trial(sandbox::Enforcement means, const protocol::SandboxSetting& set) {
  if (!means.problem.empty() || means.gaps.empty() || !set.ask_inside.value_or(true)) return means;
  means.problem = fmt::format("the sandbox would not cover {}", fmt::join(means.gaps, "; "));
  return means;
}

std::optional<Place> place_on_machine(const approval::Decision& decision, sandbox::Level set, bool auto_approves,
                                      const MeansOf& means_of) {
  if (decision.verdict == approval::Verdict::Deny) return std::nullopt;
  Place place = place_of(decision, set, auto_approves);
  if (place.level == sandbox::Level::Off) return place;
  const sandbox::Enforcement means = means_of(place.level);
  if (means.problem.empty()) return place;
  return Place{sandbox::Level::Off, fmt::format("this machine cannot make the sandbox: {}", means.problem)};
}

std::string outside(sandbox::Level set, const std::string& justification, const sandbox::Changes* tried,
                    std::string_view cwd) {
  std::string place = set == sandbox::Level::Trial ? "for real" : "outside the sandbox";
  if (tried != nullptr) place += "; its first run, in a throw-away copy, " + sandbox::summary(*tried, cwd);
  std::string words = justification;
  std::replace(words.begin(), words.end(), '"', '\'');  // nothing after the agent's words looks like ours
  if (!words.empty()) place += fmt::format("; the agent says: \"{}\"", words);
  std::replace_if(
      place.begin(), place.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, ' ');
  return place;
}

std::string place_in(const sandbox::Sandbox& sandbox, const sandbox::Enforcement& means) {
  if (!means.problem.empty()) return fmt::format("without a sandbox: {}", means.problem);
  std::string place =
      fmt::format("in the sandbox ({}, network {})", to_string(sandbox.level), to_string(sandbox.network));
  for (const std::string& gap : means.gaps) place += fmt::format(", which does not cover {}", gap);
  return place;
}

}  // namespace termhost::host
