#include "host/calls/placing.hpp"

#include <utility>

#include <fmt/format.h>

namespace termhost::host {
namespace {

/// The changes of the last trial of this line; null: there was none, or it goes on.
const sandbox::Changes* changes_in_trial(Executions& executions, const ExecuteRequest& request) {
  const sandbox::Changes* last = nullptr;
  for (const auto& [id, record] : executions.all())
    if (record.place.sandbox.level == sandbox::Level::Trial && record.task == request.task &&
        record.submission.command == request.command && record.execution.ended())
      last = &record.changes;
  return last;
}

void say_place(approval::Decision& decision, const std::string& place) {
  decision.reason += fmt::format("; it would run {}", place);
}

}  // namespace

sandbox::Enforcement Placing::means_of(const sandbox::Sandbox& sandbox) const {
  sandbox::Enforcement means = context_.owned.enforcement(sandbox);
  return sandbox.level == sandbox::Level::Trial ? for_trial(std::move(means), context_.settings().sandbox) : means;
}

std::optional<Place> Placing::of(const approval::Decision& decision) const {
  const Configuration& configuration = context_.configuration;
  return place_on_machine(decision, configuration.sandbox().level, configuration.auto_approves(),
                          [&](sandbox::Level level) { return means_of(configuration.sandbox(level)); });
}

bool Placing::may_confine() const {
  const sandbox::Sandbox set = context_.configuration.sandbox();
  const bool tries = set.level == sandbox::Level::Trial;
  return context_.configuration.policy().confines() || (set.is_on() && (!tries || means_of(set).problem.empty()));
}

/// A command that a workspace's sandbox holds stays there even with a rule: a file that another one wrote inside, such
/// as the configuration of a new repository, could lead the allowed program.
sandbox::Sandbox Placing::proper_sandbox(const Call& call) const {
  if (call.decision.verdict == approval::Verdict::Deny) return {};
  const auto& configuration = context_.configuration;
  sandbox::Level set = configuration.sandbox().level;
  if (call.request.by_user && set == sandbox::Level::Trial) set = sandbox::Level::Off;
  return configuration.sandbox(place_of(call.decision, set, configuration.auto_approves()).level);
}

void Placing::choose(Call& call) const {
  approval::Decision& decision = call.decision;
  call.request.sandbox = {};
  call.place.clear();
  call.unheld = false;
  sandbox::Sandbox sandbox = proper_sandbox(call);
  const bool tried = sandbox.level == sandbox::Level::Trial;
  const bool only_reads = built_in_alone(decision);
  if (!sandbox.is_on()) return name_outside(call);
  const std::string no_trial = tried ? means_of(sandbox).problem : std::string();
  if (!no_trial.empty() && decision.verdict == approval::Verdict::Ask)
    decision.reason += fmt::format("; it was not tried in a copy, because {}", no_trial);
  if (!no_trial.empty() || (tried && call.request.outside && only_reads)) return;
  // A shell for reading also needs a machine that has trials. The proof is of programs without a task's own variables:
  // PATH and GIT_EXTERNAL_DIFF lead to others.
  sandbox.only_reads = tried && only_reads && !task_shells_.has_variables(call.request.task);
  // A rule that names no level asks for no more than what is set, and for no question about what that lacks
  const bool ruled =
      decision.verdict == approval::Verdict::Allow && decision.level(sandbox::Level::Off) == sandbox::Level::Off;
  const bool leaves = call.request.outside && !only_reads;
  const sandbox::Enforcement means = leaves ? sandbox::Enforcement() : context_.owned.enforcement(sandbox);
  call.place = leaves ? outside(sandbox.level, call.request.justification, changes_in_trial(executions_, call.request),
                                call.request.cwd)
                      : place_in(sandbox, means);
  call.unheld = leaves || !means.problem.empty();
  if ((call.unheld || (!means.gaps.empty() && !ruled && asks_inside(means))) && !only_reads)
    decision.verdict = approval::Verdict::Ask;
  say_place(decision, call.place);
  if (call.unheld && !tried) decision.suggestions.clear();  // no rule that could be remembered leads outside
  if (call.unheld) return;
  call.request.sandbox = std::move(sandbox);
}

/// A command that needs more than a sandbox gives is asked about at once. The agent's reason belongs in the question.
void Placing::name_outside(Call& call) const {
  const sandbox::Level set = context_.configuration.sandbox().level;
  if (call.decision.verdict != approval::Verdict::Ask || !may_confine()) return;
  if (call.request.outside || set == sandbox::Level::Trial)
    call.place = outside(set, call.request.justification, nullptr, call.request.cwd);
  if (call.request.outside) say_place(call.decision, call.place);
}

/// True if commands that are held as far as `means` go need approval; the user may have accepted the gaps.
bool Placing::asks_inside(const sandbox::Enforcement& means) const {
  return context_.settings().sandbox.ask_inside.value_or(!means.gaps.empty());
}

/// Nothing can happen that needs a question, where a sandbox is set: but a rule may want one, and where the rules could
/// not be read one may have.
bool Placing::runs_unasked(const approval::Decision& decision, const sandbox::Sandbox& in) const {
  const sandbox::Level set = context_.configuration.sandbox().level;
  return set != sandbox::Level::Off && in.is_on() && keeps_no_more(in.level, set) && !rule_asks(decision) &&
         !asks_inside(context_.owned.enforcement(in)) && context_.configuration.policy().problem().empty();
}

}  // namespace termhost::host
