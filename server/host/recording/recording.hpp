// Ports that record what the operating system says, for `serve --record`. Each stands before the real one.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "host/ports/ports.hpp"
#include "protocol/codec/fields.hpp"
#include "terminal/artifact_store.hpp"

namespace termhost::host {

/// Writes one "os" line: which of os_record.hpp, and its value.
using RecordOs = std::function<void(std::string_view what, const protocol::OrderedJson& value)>;

class RecordingTerminals final : public OwnedTerminals {
 public:
  RecordingTerminals(OwnedTerminals& inner, RecordOs record) : inner_(inner), record_(std::move(record)) {}

  [[nodiscard]] base::Expected<OpenedTerminal, OpenError> open(const base::TerminalId& terminal,
                                                               const OwnedShell& shell) override;
  [[nodiscard]] base::Expected<ShellLaunch, OpenError> launch_for_editor(const std::string& shell_path,
                                                                         bool for_agent) override;
  [[nodiscard]] base::Expected<std::string, std::string> envelope_for_editor() override;
  [[nodiscard]] base::Expected<void, std::string> write_envelope(const std::string& envelope_path,
                                                                 std::string_view content) override;
  [[nodiscard]] std::vector<Holder> holders(const base::TerminalId& terminal) override;
  [[nodiscard]] bool foreground_is_shell(const base::TerminalId& terminal) override;
  [[nodiscard]] std::optional<InputSide> input_side(const base::TerminalId& terminal) override;
  [[nodiscard]] bool repair_output_modes(const base::TerminalId& terminal) override;
  [[nodiscard]] std::optional<bool> stands_in(int shell_pid, const std::string& directory) override;
  [[nodiscard]] std::optional<ShellView> look_at_shell(int shell_pid) override;
  [[nodiscard]] std::optional<terminal::InputReader> input_reader(int shell_pid) override;
  [[nodiscard]] terminal::SeenTree process_tree(const base::TerminalId& terminal, int shell_pid,
                                                bool with_ports) override;
  [[nodiscard]] base::Expected<std::string, OpenError> find_shell(const std::string& shell, ShellNamedBy by) override;

  [[nodiscard]] sandbox::Enforcement enforcement(const sandbox::Sandbox& sandbox) override;
  [[nodiscard]] std::vector<sandbox::Refusal> take_refusals(const base::TerminalId& terminal) override;
  void drop_unread_input(const base::TerminalId& terminal) override { inner_.drop_unread_input(terminal); }
  void remove_envelope(const std::string& envelope_path) override { inner_.remove_envelope(envelope_path); }
  void write(const base::TerminalId& terminal, std::string_view bytes) override { inner_.write(terminal, bytes); }
  void resize(const base::TerminalId& terminal, int columns, int rows) override {
    inner_.resize(terminal, columns, rows);
  }
  void drop_rest_of_line(const base::TerminalId& terminal) override { inner_.drop_rest_of_line(terminal); }
  void drop_rest_of_line_of(int shell_pid) override { inner_.drop_rest_of_line_of(shell_pid); }
  void stop(const base::TerminalId& terminal, StopStep step) override { inner_.stop(terminal, step); }
  void stop_tree_below(int shell_pid, StopStep step) override { inner_.stop_tree_below(shell_pid, step); }
  void close(const base::TerminalId& terminal) override { inner_.close(terminal); }

 private:
  OwnedTerminals& inner_;
  RecordOs record_;
};

class RecordingEvents final : public OwnedTerminalEvents {
 public:
  RecordingEvents(OwnedTerminalEvents& inner, RecordOs record) : inner_(inner), record_(std::move(record)) {}

  void owned_wrote(const base::TerminalId& terminal, Stream stream, std::string_view bytes, base::Instant now) override;
  [[nodiscard]] bool runs_command(const base::TerminalId& terminal) const override {
    return inner_.runs_command(terminal);
  }
  void owned_obstructed(const base::TerminalId& terminal, const StartObstacle& obstacle, base::Instant now) override {
    inner_.owned_obstructed(terminal, obstacle, now);
  }
  void owned_exited(const base::TerminalId& terminal, ExitStatus status, std::vector<Holder> holders,
                    base::Instant now) override;

 private:
  OwnedTerminalEvents& inner_;
  RecordOs record_;
};

/// Says which timer fell due: under load it does so late and after other events, which no clock can tell a replay.
class RecordingScheduler final : public Scheduler {
 public:
  RecordingScheduler(Scheduler& inner, RecordOs record);

  [[nodiscard]] base::Instant now() const override { return inner_.now(); }
  [[nodiscard]] base::Duration processor_time() const override { return inner_.processor_time(); }
  TimerId after(base::Millis delay, std::function<void()> callback) override;
  void cancel(TimerId timer) override { inner_.cancel(timer); }

 private:
  Scheduler& inner_;
  RecordOs record_;
  TimerId last_ = 0;
};

class RecordingStore final : public terminal::ArtifactStore {
 public:
  RecordingStore(terminal::ArtifactStore& inner, RecordOs record) : inner_(inner), record_(std::move(record)) {}

  [[nodiscard]] base::ExecutionId next_execution_id() override;

  [[nodiscard]] base::Expected<std::unique_ptr<terminal::ArtifactWriter>, terminal::StoreError> create(
      const base::TaskId& task, const base::ExecutionId& id, terminal::ArtifactKind kind) override {
    return inner_.create(task, id, kind);
  }
  void end_task(const base::TaskId& task) override { inner_.end_task(task); }
  void keep_only(const base::TaskId& task, const std::vector<base::ExecutionId>& kept) override {
    inner_.keep_only(task, kept);
  }
  void remove_abandoned() override { inner_.remove_abandoned(); }

 private:
  terminal::ArtifactStore& inner_;
  RecordOs record_;
};

}  // namespace termhost::host
