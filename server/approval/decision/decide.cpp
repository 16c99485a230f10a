#include "approval/decision/decide.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "approval/decision/hazards.hpp"
#include "approval/decision/judge.hpp"

namespace termhost::approval {
namespace {

using shell::SimpleCommand;
using shell::SimpleCommands;

/// The reason why no grammar needs to read the line; empty if there is none.
std::string unreadable(std::string_view command) {
  const auto* odd = std::find_if(command.begin(), command.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n' && c != '\t' && c != '\r') || byte == 0x7F;
  });
  if (odd == command.end()) return {};
  return fmt::format("a terminal may take the control character 0x{:02X} at byte {} for a key",
                     static_cast<unsigned char>(*odd), odd - command.begin());
}

/// Adds a part that is not a simple command but needs an answer: unreadable text, a variable that a loop sets.
void add_part(Decision& decision, std::string text, std::string reason, bool allowed) {
  decision.commands.push_back(
      {std::move(text), allowed ? Verdict::Allow : Verdict::Ask, allowed ? "*" : "", std::move(reason)});
}

void add_other_parts(Decision& decision, const SimpleCommands& found, const Judge& judge, const Question& question,
                     const Policy& policy) {
  const bool all_run = policy.allowed().match_all() != nullptr && policy.denied().empty();
  for (const std::string& name : found.functions)
    if (std::string why = function_objection(name, policy); !why.empty())
      add_part(decision, name, std::move(why), false);
  for (const std::string& name : found.bound_names)
    if (std::string why = binding_objection(name, question); !why.empty())
      add_part(decision, name, std::move(why), all_run);
  if (found.commands.empty() && judge.shows_secret())  // `$env:TOKEN` alone
    add_part(decision, {}, "it may show a secret that the environment holds", all_run);
  if (found.problem.empty()) return;
  CommandVerdict rest{.text = {}, .rule = {}, .reason = found.problem};
  rest.rule_asks = !policy.denied().empty() || !policy.asked().empty();
  if (const Rule* all = policy.denied().match_all()) {
    rest.verdict = Verdict::Deny;
    rest.rule = all->text;
  }
  decision.commands.push_back(std::move(rest));
}

constexpr std::size_t max_judged_commands = 8192;  ///< of one line; a longer line is never allowed
constexpr std::size_t max_told_reasons = 20;

/// The reasons of all parts that decided; parts with the same reason are together.
std::string reasons(const Decision& decision) {
  std::vector<std::pair<std::string, std::string>> said;  // reason, parts
  for (const CommandVerdict& part : decision.commands) {
    if (part.verdict != decision.verdict) continue;
    auto same = std::find_if(said.begin(), said.end(), [&](const auto& one) { return one.first == part.reason; });
    if (same == said.end() && said.size() == max_told_reasons) continue;
    if (same == said.end()) same = said.insert(said.end(), {part.reason, {}});
    if (part.text.empty()) continue;
    same->second += fmt::format("{}`{}`", same->second.empty() ? "" : ", ", part.text);
  }
  std::string all;
  for (const auto& [reason, parts] : said)
    all += fmt::format("{}{}{}{}", all.empty() ? "" : "; ", parts, parts.empty() ? "" : ": ", reason);
  return all;
}

void conclude(Decision& decision) {
  decision.verdict = Verdict::Allow;
  for (const CommandVerdict& part : decision.commands) decision.verdict = std::max(decision.verdict, part.verdict);
  if (decision.commands.empty()) {
    decision.reason = "nothing would run";
    return;
  }
  if (decision.verdict == Verdict::Allow) {
    decision.reason = "rules allow every part of it";
    return;
  }
  decision.reason = reasons(decision);
}

/// Makes all commands ask, since an unreadable rule may want that; the readable part of the policy still denies.
void ask_for_all(Decision& decision, const std::string& problem) {
  if (decision.verdict == Verdict::Deny) return;
  for (CommandVerdict& part : decision.commands)
    part = {std::move(part.text),
            Verdict::Ask,
            {},
            fmt::format("the policy could not be used: {}", problem),
            false,
            std::move(part.hazards),
            true,
            part.place};
  decision.verdict = Verdict::Ask;
  decision.reason = fmt::format("the policy could not be used, so every command needs approval: {}", problem);
  decision.suggestions.clear();
}

/// Thousands of files are asked about for one pattern.
class LookedUp {
 public:
  explicit LookedUp(const Files* files) : files_(files) {
    if (files_ != nullptr) files_->begin_decision();
  }
  ~LookedUp() {
    if (files_ != nullptr) files_->end_decision();
  }
  LookedUp(const LookedUp&) = delete;
  LookedUp& operator=(const LookedUp&) = delete;

 private:
  const Files* files_;
};

}  // namespace

Decision decide(const Question& question, const Policy& policy) {
  const LookedUp looked_up(question.files);
  const std::string_view judged = question.command.substr(0, max_judged_bytes);
  SimpleCommands found = question.tree != nullptr ? shell::simple_commands(*question.tree, question.shell)
                                                  : shell::simple_commands(judged, question.shell);
  if (judged.size() < question.command.size())
    found.problem = fmt::format("it is longer than {} bytes", max_judged_bytes);
  if (found.commands.size() > max_judged_commands) {
    found.commands.resize(max_judged_commands);
    found.problem = fmt::format("it runs more than {} commands", max_judged_commands);
  }
  if (std::string odd = unreadable(question.command); !odd.empty()) found.problem = std::move(odd);
  Decision decision;
  Judge judge(question, policy, found);
  for (const SimpleCommand& command : found.commands) decision.commands.push_back(judge.judge(command));
  add_hazards(decision, question, policy, found);
  add_other_parts(decision, found, judge, question, policy);
  decision.suggestions = std::move(judge.suggestions);
  decision.unreadable = !found.problem.empty();
  conclude(decision);
  if (!policy.problem().empty()) ask_for_all(decision, policy.problem());
  return decision;
}

}  // namespace termhost::approval
