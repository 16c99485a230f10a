#include "host/calls/places.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

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

bool needs_more(const approval::Decision& decision) {
  constexpr std::array<std::string_view, 3> needs{"network", "privileged", "service"};
  return std::any_of(decision.hazards.begin(), decision.hazards.end(), [&](const std::string& hazard) {
    return std::find(needs.begin(), needs.end(), hazard) != needs.end();
  });
}

std::string outside(const std::string& justification, const sandbox::Changes* tried, std::string_view cwd) {
  std::string place = "outside the sandbox";
  if (tried != nullptr)
    place += tried->list.empty() ? "; a trial changed nothing" : "; a trial " + sandbox::to_string(*tried, cwd);
  if (!justification.empty()) place += (tried != nullptr ? "; because: " : ", because: ") + justification;
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
