#include "host/recording/recording.hpp"

#include "base/utf8.hpp"
#include "host/recording/os_record.hpp"
#include "host/wire/wire.hpp"
#include "protocol/base64.hpp"
#include "protocol/codec/encode.hpp"

namespace termhost::host {
namespace {

std::optional<record::Failure> failure_of(const OpenError& error) { return record::Failure{error.code, error.context}; }

std::vector<protocol::OutputHolder> wire_of(const std::vector<Holder>& holders) {
  std::vector<protocol::OutputHolder> wire;
  for (const Holder& holder : holders) wire.push_back({holder.pid, holder.name});
  return wire;
}

}  // namespace

base::Expected<OpenedTerminal, OpenError> RecordingTerminals::open(const base::TerminalId& terminal,
                                                                   const OwnedShell& shell) {
  auto opened = inner_.open(terminal, shell);
  const record::Opened line =
      opened ? record::Opened{{}, *opened} : record::Opened{failure_of(opened.error()), OpenedTerminal{}};
  record_(record::opened, protocol::encode(line));
  return opened;
}

base::Expected<ShellLaunch, OpenError> RecordingTerminals::launch_for_editor(const std::string& shell_path,
                                                                             bool for_agent) {
  auto launched = inner_.launch_for_editor(shell_path, for_agent);
  const record::Launched line =
      launched ? record::Launched{{}, *launched} : record::Launched{failure_of(launched.error()), ShellLaunch{}};
  record_(record::launched, protocol::encode(line));
  return launched;
}

base::Expected<std::string, std::string> RecordingTerminals::envelope_for_editor() {
  auto path = inner_.envelope_for_editor();
  record_(record::envelope_path,
          protocol::encode(path ? record::EnvelopePath{{}, *path} : record::EnvelopePath{path.error(), {}}));
  return path;
}

base::Expected<void, std::string> RecordingTerminals::write_envelope(const std::string& envelope_path,
                                                                     std::string_view content) {
  auto written = inner_.write_envelope(envelope_path, content);
  record_(record::envelope,
          protocol::encode(record::Envelope{written ? std::optional<std::string>() : written.error()}));
  return written;
}

std::vector<Holder> RecordingTerminals::holders(const base::TerminalId& terminal) {
  auto found = inner_.holders(terminal);
  record_(record::holders, protocol::encode(wire_of(found)));
  return found;
}

sandbox::Enforcement RecordingTerminals::enforcement(const sandbox::Sandbox& sandbox) {
  auto means = inner_.enforcement(sandbox);
  record_(record::enforcement, protocol::encode(record::Enforcement{means}));
  return means;
}

std::vector<sandbox::Refusal> RecordingTerminals::take_refusals(const base::TerminalId& terminal) {
  auto taken = inner_.take_refusals(terminal);
  record_(record::refusals, protocol::encode(to_wire(taken)));
  return taken;
}

bool RecordingTerminals::foreground_is_shell(const base::TerminalId& terminal) {
  const bool is_shell = inner_.foreground_is_shell(terminal);
  record_(record::foreground_is_shell, protocol::encode(is_shell));
  return is_shell;
}

std::optional<bool> RecordingTerminals::stands_in(int shell_pid, const std::string& directory) {
  const std::optional<bool> stands = inner_.stands_in(shell_pid, directory);
  record_(record::stands_in, protocol::encode(record::StandsIn{stands.has_value(), stands.value_or(false)}));
  return stands;
}

std::optional<InputSide> RecordingTerminals::input_side(const base::TerminalId& terminal) {
  auto side = inner_.input_side(terminal);
  record_(record::input_side, protocol::encode(record::SeenSide{side.has_value(), side.value_or(InputSide{})}));
  return side;
}

bool RecordingTerminals::repair_output_modes(const base::TerminalId& terminal) {
  const bool repaired = inner_.repair_output_modes(terminal);
  record_(record::repaired_modes, protocol::encode(repaired));
  return repaired;
}

std::optional<ShellView> RecordingTerminals::look_at_shell(int shell_pid) {
  auto view = inner_.look_at_shell(shell_pid);
  record_(record::seen_shell, protocol::encode(record::SeenShell{view.has_value(), view.value_or(ShellView{})}));
  return view;
}

std::optional<terminal::InputReader> RecordingTerminals::input_reader(int shell_pid) {
  auto reader = inner_.input_reader(shell_pid);
  record_(record::input_reader,
          protocol::encode(record::SeenReader{reader.has_value(), reader.value_or(terminal::InputReader{})}));
  return reader;
}

terminal::SeenTree RecordingTerminals::process_tree(const base::TerminalId& terminal, int shell_pid, bool with_ports) {
  auto tree = inner_.process_tree(terminal, shell_pid, with_ports);
  std::vector<record::TreeProcess> processes;
  for (const terminal::SeenProcess& process : tree) processes.push_back({process});
  record_(record::process_tree, protocol::encode(processes));
  return tree;
}

base::Expected<std::string, OpenError> RecordingTerminals::find_shell(const std::string& shell, ShellNamedBy by) {
  auto found = inner_.find_shell(shell, by);
  record_(record::found_shell,
          protocol::encode(found ? record::FoundShell{{}, *found} : record::FoundShell{failure_of(found.error()), {}}));
  return found;
}

void RecordingEvents::owned_wrote(const base::TerminalId& terminal, Stream stream, std::string_view bytes,
                                  base::Instant now) {
  const bool is_text = base::is_well_formed(bytes);
  record_(record::wrote, protocol::encode(record::Wrote{
                             terminal, stream, is_text ? std::string(bytes) : protocol::encode_base64(bytes),
                             is_text ? protocol::Encoding::Text : protocol::Encoding::Base64}));
  inner_.owned_wrote(terminal, stream, bytes, now);
}

void RecordingEvents::owned_exited(const base::TerminalId& terminal, ExitStatus status, std::vector<Holder> holders,
                                   base::Instant now) {
  record_(record::exited, protocol::encode(record::Exited{terminal, status, wire_of(holders)}));
  inner_.owned_exited(terminal, status, std::move(holders), now);
}

RecordingScheduler::RecordingScheduler(Scheduler& inner, RecordOs record) : inner_(inner), record_(std::move(record)) {
  record_(record::timer, 0);
}

Scheduler::TimerId RecordingScheduler::after(base::Millis delay, std::function<void()> callback) {
  return inner_.after(delay, [record = record_, number = ++last_, callback = std::move(callback)] {
    record(record::timer, number);
    callback();
  });
}

base::ExecutionId RecordingStore::next_execution_id() {
  base::ExecutionId id = inner_.next_execution_id();
  record_(record::execution_id, protocol::encode(id));
  return id;
}

}  // namespace termhost::host
