#include "host/editor/replayed_session.hpp"

#include "host/recording/os_record.hpp"
#include "host/wire/wire.hpp"
#include "protocol/base64.hpp"
#include "protocol/codec/decode.hpp"

namespace termhost::host {
namespace {

/// The next recorded answer of a kind, or nothing where there is none or it can't be read.
template <class T>
std::optional<T> take(OsAnswers& answers, std::string_view what) {
  auto& queue = answers[std::string(what)];
  if (queue.empty()) return std::nullopt;
  auto decoded = protocol::decode<T>(queue.front(), what);
  queue.pop_front();
  return decoded ? std::optional<T>(std::move(*decoded)) : std::nullopt;
}

OpenError not_recorded() { return {OpenErrorCode::SpawnFailed, "the recording has no more of these"}; }

std::vector<Holder> from_wire(const std::vector<protocol::OutputHolder>& wire) {
  std::vector<Holder> holders;
  for (const protocol::OutputHolder& holder : wire) holders.push_back({holder.pid, holder.name});
  return holders;
}

OsAnswers answers_in(const std::vector<rpc::TranscriptStep>& steps) {
  OsAnswers answers;
  for (const rpc::TranscriptStep& step : steps) {
    if (const auto* says = std::get_if<rpc::OsSays>(&step.what)) answers[says->kind].push_back(says->value);
  }
  return answers;
}

record::Environment environment_in(OsAnswers& answers) {
  return take<record::Environment>(answers, record::environment)
      .value_or(record::Environment{{"/bin/bash", "/", {}}, {}});
}

ConfinedBy confinements_in(OsAnswers& answers) {
  return [&answers](const std::vector<std::string>& /*folders*/) {
    return take<record::Confined>(answers, record::confinement).value_or(record::Confined{}).value;
  };
}

}  // namespace

base::Expected<OpenedTerminal, OpenError> ReplayedTerminals::open(const base::TerminalId& /*terminal*/,
                                                                  const OwnedShell& /*shell*/) {
  const auto opened = take<record::Opened>(answers_, record::opened);
  if (!opened) return base::unexpected(not_recorded());
  if (opened->error) return base::unexpected(OpenError{opened->error->code, opened->error->context});
  return opened->value;
}

base::Expected<ShellLaunch, OpenError> ReplayedTerminals::launch_for_editor(const std::string& /*shell_path*/,
                                                                            bool /*for_agent*/) {
  const auto launched = take<record::Launched>(answers_, record::launched);
  if (!launched) return base::unexpected(not_recorded());
  if (launched->error) return base::unexpected(OpenError{launched->error->code, launched->error->context});
  return launched->value;
}

base::Expected<std::string, std::string> ReplayedTerminals::envelope_for_editor() {
  const auto recorded = take<record::EnvelopePath>(answers_, record::envelope_path);
  if (!recorded) return base::unexpected(not_recorded().context);
  if (recorded->error) return base::unexpected(*recorded->error);
  return recorded->path;
}

base::Expected<void, std::string> ReplayedTerminals::write_envelope(const std::string& /*envelope_path*/,
                                                                    std::string_view /*content*/) {
  const auto written = take<record::Envelope>(answers_, record::envelope);
  if (!written) return base::unexpected(not_recorded().context);
  if (written->error) return base::unexpected(*written->error);
  return {};
}

std::vector<Holder> ReplayedTerminals::holders(const base::TerminalId& /*terminal*/) {
  const auto recorded = take<std::vector<protocol::OutputHolder>>(answers_, record::holders);
  return recorded ? from_wire(*recorded) : std::vector<Holder>{};
}

sandbox::Enforcement ReplayedTerminals::enforcement(const sandbox::Sandbox& /*sandbox*/) {
  const auto recorded = take<record::Enforcement>(answers_, record::enforcement);
  sandbox::Enforcement unknown;
  unknown.problem = not_recorded().context;
  return recorded ? recorded->value : unknown;
}

std::vector<sandbox::Refusal> ReplayedTerminals::take_refusals(const base::TerminalId& /*terminal*/) {
  const auto taken = take<std::vector<protocol::SandboxRefusal>>(answers_, record::refusals);
  return taken ? host::from_wire(*taken) : std::vector<sandbox::Refusal>{};
}

bool ReplayedTerminals::foreground_is_shell(const base::TerminalId& /*terminal*/) {
  return take<bool>(answers_, record::foreground_is_shell).value_or(true);
}

std::optional<bool> ReplayedTerminals::stands_in(int /*shell_pid*/, const std::string& /*directory*/) {
  const auto stands = take<record::StandsIn>(answers_, record::stands_in);
  return stands && stands->known ? std::optional(stands->stands) : std::nullopt;
}

std::optional<InputSide> ReplayedTerminals::input_side(const base::TerminalId& /*terminal*/) {
  const auto seen = take<record::SeenSide>(answers_, record::input_side);
  return seen && seen->there ? std::optional(seen->value) : std::nullopt;
}

bool ReplayedTerminals::repair_output_modes(const base::TerminalId& /*terminal*/) {
  return take<bool>(answers_, record::repaired_modes).value_or(false);
}

std::optional<ShellView> ReplayedTerminals::look_at_shell(int /*shell_pid*/) {
  const auto seen = take<record::SeenShell>(answers_, record::seen_shell);
  return seen && seen->there ? std::optional(seen->value) : std::nullopt;
}

std::optional<terminal::InputReader> ReplayedTerminals::input_reader(int /*shell_pid*/) {
  const auto seen = take<record::SeenReader>(answers_, record::input_reader);
  return seen && seen->there ? std::optional(seen->value) : std::nullopt;
}

terminal::SeenTree ReplayedTerminals::process_tree(const base::TerminalId& /*terminal*/, int /*shell_pid*/,
                                                   bool /*with_ports*/) {
  const auto seen = take<std::vector<record::TreeProcess>>(answers_, record::process_tree);
  terminal::SeenTree tree;
  for (const record::TreeProcess& process : seen.value_or(std::vector<record::TreeProcess>{}))
    tree.push_back(process.value);
  return tree;
}

base::Expected<std::string, OpenError> ReplayedTerminals::find_shell(const std::string& shell, ShellNamedBy /*by*/) {
  const auto found = take<record::FoundShell>(answers_, record::found_shell);
  if (!found) return shell;
  if (found->error) return base::unexpected(OpenError{found->error->code, found->error->context});
  return found->path;
}

base::ExecutionId ReplayedStore::next_execution_id() {
  ++last_;
  return take<base::ExecutionId>(answers_, record::execution_id).value_or(base::ExecutionId(std::to_string(last_)));
}

ReplayedSession::ReplayedSession(const std::vector<rpc::TranscriptStep>& steps, terminal::ArtifactStore* store,
                                 tool::ArtifactSource* artifacts)
    : answers_(answers_in(steps)),
      says_timers_(answers_.contains(std::string(record::timer))),
      store_(store != nullptr ? std::make_unique<ReplayedStore>(*store, answers_) : nullptr),
      connection_(rpc::editor_dialect, *this, {.log = [](std::string_view) {}, .record = {}}),
      frontend_(connection_, {}),
      environment_(environment_in(answers_)),
      host_({.owned = &terminals_,
             .scheduler = &scheduler_,
             .artifacts = store_.get(),
             .shim = &frontend_,
             .confined_by = confinements_in(answers_)},
            environment_.value, environment_.settings) {
  frontend_.attach(host_, &terminals_, artifacts);
}

void ReplayedSession::advance(base::Duration duration) {
  if (says_timers_) {
    scheduler_.pass(duration);
  } else {
    scheduler_.advance(duration);
  }
}

void ReplayedSession::os(const std::string& what, const protocol::Json& value) {
  if (what == record::wrote) {
    const auto wrote = protocol::decode<record::Wrote>(value, what);
    if (!wrote) return;
    std::string bytes = wrote->data;
    if (wrote->encoding == protocol::Encoding::Base64 && !protocol::decode_base64(wrote->data, bytes)) return;
    host_.owned_wrote(wrote->terminal_id, wrote->stream, bytes, scheduler_.now());
  } else if (what == record::timer) {
    const auto number = protocol::decode<Scheduler::TimerId>(value, what);
    if (number) scheduler_.fire(*number);
  } else if (what == record::exited) {
    const auto exited = protocol::decode<record::Exited>(value, what);
    if (exited) host_.owned_exited(exited->terminal_id, exited->status, from_wire(exited->holders), scheduler_.now());
  }
}

}  // namespace termhost::host
