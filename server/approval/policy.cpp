#include "approval/policy.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "approval/hazards.hpp"
#include "approval/insight.hpp"
#include "approval/suggestions.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

using shell::SimpleCommand;
using shell::SimpleCommands;

/// What a person can be shown to choose from.
constexpr std::size_t max_suggestions = 10;

/// The sentence for a command that would be allowed but for one thing.
std::string blocked(std::string_view what) { return fmt::format("an allow rule does not speak for it: {}", what); }

class Judge {
 public:
  Judge(const Question& question, const Policy& policy, const SimpleCommands& found)
      : question_(question), policy_(policy), functions_(found.functions.begin(), found.functions.end()) {}

  CommandVerdict judge(const SimpleCommand& command) {
    const Insight insight = look_into(command, policy_, question_.shell);
    CommandVerdict result{.text = command.text, .rule = {}, .reason = {}};
    if (insight.denied_by != nullptr) {
      result.verdict = Verdict::Deny;
      result.rule = insight.denied_by->text;
      result.reason = insight.denied_text.empty()
                          ? std::string("a rule denies it")
                          : fmt::format("it runs `{}`, which a rule denies", insight.denied_text);
      return result;
    }
    const Rule* all = policy_.allowed().match_all();
    const Rule* rule = policy_.allowed().longest(command.words, LetterCase::Exact).certain;
    std::string reason = rule == nullptr ? no_rule(command, insight) : objection(command, insight, rule->words.size());
    if (all != nullptr) {
      if (!reason.empty()) rule = all;
      reason = objection_to_all(insight);
    }
    changes_folder_ |= !command.words.empty() &&
                       listed("cd pushd popd z chdir set-location sl push-location", lower(command.words[0].text));
    if (reason.empty()) {
      result.verdict = Verdict::Allow;
      result.rule = rule->text;
      result.reason = "a rule allows it";
    } else {
      result.reason = std::move(reason);
      if (rule == nullptr) suggest(command, insight);
    }
    return result;
  }

  std::vector<std::string> suggestions;

 private:
  /// Why `*` does not allow it: something that a deny rule might forbid if it were known.
  [[nodiscard]] std::string objection_to_all(const Insight& insight) const {
    if (policy_.denied().empty()) return {};
    if (insight.maybe_denied != nullptr)
      return fmt::format("part of it is known only at run time and may be what the rule `{}` denies",
                         insight.maybe_denied->text);
    if (!insight.unknown.empty()) return fmt::format("a denied command may hide in it: {}", insight.unknown);
    return {};
  }

  /// Why a rule of `words` words that fits does not allow it.
  [[nodiscard]] std::string objection(const SimpleCommand& command, const Insight& insight, std::size_t words) const {
    if (insight.maybe_denied != nullptr)
      return fmt::format("part of it is known only at run time and may be what the rule `{}` denies",
                         insight.maybe_denied->text);
    if (!command.doubts.empty()) return blocked(fmt::format("it {}", command.doubts.front().reason));
    if (!command.assignments.empty()) return blocked(fmt::format("it sets {}", command.assignments.front().name));
    for (const shell::FileRedirection& redirection : command.redirections) {
      if (redirection.access == shell::FileRedirection::Access::Write) return blocked("its output goes to a file");
      if (redirection.connects()) return blocked("it opens a network connection");
    }
    for (const Concern& concern : insight.concerns)
      if (concern.at >= words) return blocked(concern.reason);
    return name_objection(command);
  }

  [[nodiscard]] std::string name_objection(const SimpleCommand& command) const {
    const std::string& name = command.words.front().text;
    if (functions_.contains(name)) return blocked(fmt::format("the line makes `{}` a function", name));
    if (changes_folder_ && name.find('/') != std::string::npos && name.front() != '/')
      return blocked(fmt::format("the folder changes before it, so `{}` is another program", name));
    return {};
  }

  [[nodiscard]] std::string no_rule(const SimpleCommand& command, const Insight& insight) const {
    if (!command.doubts.empty()) return fmt::format("it {}", command.doubts.front().reason);
    if (command.words.empty())
      return command.assignments.empty() ? std::string("it writes a file")
                                         : fmt::format("it sets {}", command.assignments.front().name);
    if (!command.words[0].known()) return "which command runs is known only at run time";
    for (const Concern& concern : insight.concerns)
      if (concern.at > 0) return fmt::format("no rule allows it, and {}", concern.reason);
    return "no rule allows it";
  }

  void suggest(const SimpleCommand& command, const Insight& insight) {
    const std::string prefix = safe_prefix(command);
    if (prefix.empty()) return;
    const base::Expected<Rule, std::string> rule = parse_rule(prefix);
    if (!rule || !objection(command, insight, rule->words.size()).empty()) return;
    const bool is_new = std::find(suggestions.begin(), suggestions.end(), prefix) == suggestions.end();
    if (is_new && suggestions.size() < max_suggestions) suggestions.push_back(prefix);
  }

  const Question& question_;
  const Policy& policy_;
  std::set<std::string> functions_;
  bool changes_folder_ = false;
};

/// What makes the whole line unreadable before any grammar looks at it.
std::string unreadable(std::string_view command) {
  const auto* odd = std::find_if(command.begin(), command.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n' && c != '\t' && c != '\r') || byte == 0x7F;
  });
  if (odd == command.end()) return {};
  return fmt::format("the control character 0x{:02X} at byte {} may be a key to a terminal",
                     static_cast<unsigned char>(*odd), odd - command.begin());
}

/// A part that is no simple command but needs an answer: what could not be read, a variable that a loop sets.
void add_part(Decision& decision, std::string text, std::string reason, bool allowed) {
  decision.commands.push_back(
      {std::move(text), allowed ? Verdict::Allow : Verdict::Ask, allowed ? "*" : "", std::move(reason)});
}

void add_other_parts(Decision& decision, const SimpleCommands& found, const Policy& policy) {
  for (const std::string& name : found.bound_names)
    if (changes_meaning(name))
      add_part(decision, name, fmt::format("it sets {}, which changes what later commands mean", name),
               policy.allowed().match_all() != nullptr && policy.denied().empty());
  if (found.problem.empty()) return;
  CommandVerdict rest{.text = {}, .rule = {}, .reason = found.problem};
  if (const Rule* all = policy.denied().match_all()) {
    rest.verdict = Verdict::Deny;
    rest.rule = all->text;
  }
  decision.commands.push_back(std::move(rest));
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
  const auto worst = std::find_if(decision.commands.begin(), decision.commands.end(),
                                  [&](const CommandVerdict& part) { return part.verdict == decision.verdict; });
  decision.reason = worst->text.empty() ? worst->reason : fmt::format("`{}`: {}", worst->text, worst->reason);
}

RuleIndex compile(const std::vector<std::string>& texts, std::string& problem) {
  std::vector<Rule> rules;
  rules.reserve(texts.size());
  for (const std::string& text : texts) {
    base::Expected<Rule, std::string> rule = parse_rule(text);
    if (rule)
      rules.push_back(std::move(*rule));
    else if (problem.empty())
      problem = rule.error();
  }
  return RuleIndex(std::move(rules));
}

void ask_for_all(Decision& decision, const std::string& problem) {
  for (CommandVerdict& part : decision.commands)
    part = {std::move(part.text), Verdict::Ask, {}, "the policy could not be used"};
  decision.verdict = Verdict::Ask;
  decision.reason = fmt::format("the policy could not be used, so everything asks: {}", problem);
  decision.suggestions.clear();
}

}  // namespace

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::Allow: return "allow";
    case Verdict::Ask: return "ask";
    case Verdict::Deny: return "deny";
  }
  return "ask";
}

Policy::Policy(const PolicyRules& rules) : problem_(rules.problem) {
  allowed_ = compile(rules.allowed, problem_);
  denied_ = compile(rules.denied, problem_);
}

Decision decide(const Question& question, const Policy& policy) {
  const std::string_view judged = question.command.substr(0, max_judged_bytes);
  SimpleCommands found = shell::simple_commands(judged, question.shell);
  if (judged.size() < question.command.size())
    found.problem = fmt::format("it is longer than {} bytes", max_judged_bytes);
  if (std::string odd = unreadable(question.command); !odd.empty()) found.problem = std::move(odd);
  Decision decision;
  Judge judge(question, policy, found);
  for (const SimpleCommand& command : found.commands) decision.commands.push_back(judge.judge(command));
  add_other_parts(decision, found, policy);
  decision.suggestions = std::move(judge.suggestions);
  decision.hazards = find_hazards(question, found);
  conclude(decision);
  if (!policy.problem().empty()) ask_for_all(decision, policy.problem());
  return decision;
}

}  // namespace termhost::approval
