#include "host/state/confinement.hpp"

#include <algorithm>

namespace termhost::host {
namespace {

using Texts = std::vector<std::string>;
using protocol::BuiltinRules;

void append(Texts& all, const Texts& more) {
  for (const std::string& text : more)
    if (std::find(all.begin(), all.end(), text) == all.end()) all.push_back(text);
}

/// 0 is no limit, for a time.
int sooner(int a, int b) { return a == 0 || b == 0 ? std::max(a, b) : std::min(a, b); }

template <class T, class Choose>
void merge(std::optional<T>& all, const std::optional<T>& more, Choose choose) {
  if (more) all = all ? choose(*all, *more) : *more;
}

constexpr auto smaller = [](auto a, auto b) { return std::min(a, b); };
constexpr auto larger = [](auto a, auto b) { return std::max(a, b); };
constexpr auto either = [](bool a, bool b) { return a || b; };
constexpr auto both = [](bool a, bool b) { return a && b; };
constexpr auto stricter = [](BuiltinRules a, BuiltinRules b) { return a == BuiltinRules::None ? a : b; };

/// The one list of what wins, for settings as well as for another confinement.
template <class All>
void narrow(All& all, const Confinement& by, auto put) {
  append(all.denied_commands, by.denied_commands);
  append(all.asked_commands, by.asked_commands);
  append(all.secret_files, by.secret_files);
  append(all.secret_variables, by.secret_variables);
  append(all.secret_prefixes, by.secret_prefixes);
  put(all.hide_secrets, by.hide_secrets, either);
  put(all.builtin_rules, by.builtin_rules, stricter);
  put(all.auto_approve, by.auto_approve, both);
  put(all.max_terminals, by.max_terminals, smaller);
  put(all.command_execution_timeout, by.command_execution_timeout, sooner);
  put(all.artifact_max_bytes, by.artifact_max_bytes, smaller);
  put(all.storage_max_bytes, by.storage_max_bytes, smaller);
  put(all.storage_min_free_bytes, by.storage_min_free_bytes, larger);
  put(all.sandbox.level, by.sandbox.level, larger);       // off, workspace, readOnly
  put(all.sandbox.network, by.sandbox.network, smaller);  // none, loopback, all
  append(all.sandbox.hidden, by.sandbox.hidden);
}

}  // namespace

void add(Confinement& all, const Confinement& more) {
  narrow(all, more, [](auto& value, const auto& other, auto choose) { merge(value, other, choose); });
  if (all.problem.empty()) all.problem = more.problem;
}

Settings confined(Settings settings, const Confinement& by) {
  narrow(settings, by, [](auto& value, const auto& other, auto choose) {
    if (other) value = choose(value, *other);
  });
  return settings;
}

approval::PolicyRules confined(approval::PolicyRules rules, const Confinement& by) {
  append(rules.denied, by.denied_commands);
  append(rules.asked, by.asked_commands);
  append(rules.secret_files, by.secret_files);
  append(rules.secret_files, by.sandbox.hidden);  // what a sandbox hides, nothing outside shows unasked
  append(rules.secret_variables, by.secret_variables);
  if (by.builtin_rules == BuiltinRules::None) rules.builtin = approval::BuiltinRules::None;
  if (rules.problem.empty()) rules.problem = by.problem;
  return rules;
}

}  // namespace termhost::host
