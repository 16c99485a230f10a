// The ports as a recording sees them. In `serve --record` each stands before the real one and its answers are written;
// in a replay there is nothing behind it and the answers come from the recording.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "host/ports/ports.hpp"
#include "host/recording/os_answers.hpp"
#include "terminal/executions/artifact_store.hpp"

namespace termhost::host {

class RecordedTerminals final : public OwnedTerminals {
 public:
  RecordedTerminals(OwnedTerminals& inner, OsAnswers& answers) : inner_(inner), answers_(answers) {}

  [[nodiscard]] base::Expected<OpenedTerminal, OpenError> open(const base::TerminalId& id,
                                                               const OwnedShell& shell) override {
    return answers_.answer(record::opened, [&] { return inner_.open(id, shell); });
  }
  [[nodiscard]] sandbox::Enforcement enforcement(const sandbox::Sandbox& sandbox) override {
    return answers_.answer(record::enforcement, [&] { return inner_.enforcement(sandbox); });
  }
  [[nodiscard]] std::vector<sandbox::Refusal> take_refusals(const base::TerminalId& id) override {
    return answers_.answer(record::refusals, [&] { return inner_.take_refusals(id); });
  }
  [[nodiscard]] sandbox::Changes take_changes(const base::TerminalId& id) override {
    return answers_.answer(record::changes, [&] { return inner_.take_changes(id); });
  }
  [[nodiscard]] bool is_outdated(const base::TerminalId& id, const sandbox::Sandbox& sandbox) override {
    return answers_.answer(record::outdated, [&] { return inner_.is_outdated(id, sandbox); });
  }
  [[nodiscard]] bool repair_output_modes(const base::TerminalId& id) override {
    return answers_.answer(record::repaired_modes, [&] { return inner_.repair_output_modes(id); });
  }
  void write(const base::TerminalId& id, std::string_view bytes) override { inner_.write(id, bytes); }
  void drop_unread_input(const base::TerminalId& id) override { inner_.drop_unread_input(id); }
  void resize(const base::TerminalId& id, int columns, int rows) override { inner_.resize(id, columns, rows); }
  void drop_rest_of_line(const base::TerminalId& id) override { inner_.drop_rest_of_line(id); }
  void tell_phase(const base::TerminalId& id, ShellPhase phase) override { inner_.tell_phase(id, phase); }
  void stop(const base::TerminalId& id, StopStep step) override { inner_.stop(id, step); }
  void close(const base::TerminalId& id) override { inner_.close(id); }

 private:
  OwnedTerminals& inner_;
  OsAnswers& answers_;
};

class RecordedShellFiles final : public ShellFiles {
 public:
  RecordedShellFiles(ShellFiles& inner, OsAnswers& answers) : inner_(inner), answers_(answers) {}

  [[nodiscard]] base::Expected<std::string, OpenError> find_shell(const std::string& shell, ShellNamedBy by) override {
    return answers_.answer(record::found_shell, [&] { return inner_.find_shell(shell, by); });
  }
  [[nodiscard]] base::Expected<ShellLaunch, OpenError> launch_for_editor(const std::string& path,
                                                                         EditorShell use) override {
    return answers_.answer(record::launched, [&] { return inner_.launch_for_editor(path, use); });
  }
  [[nodiscard]] base::Expected<std::string, std::string> command_file_for_editor() override {
    return answers_.answer(record::envelope_path, [&] { return inner_.command_file_for_editor(); });
  }
  [[nodiscard]] base::Expected<void, std::string> write_command_file(const std::string& path,
                                                                     std::string_view content) override {
    return answers_.answer(record::envelope, [&] { return inner_.write_command_file(path, content); });
  }
  [[nodiscard]] std::optional<shell::ShellState> read_shell_state(const std::string& path) override {
    return answers_.answer(record::shell_state, [&] { return inner_.read_shell_state(path); });
  }
  void remove_private_file(const std::string& path) override { inner_.remove_private_file(path); }

 private:
  ShellFiles& inner_;
  OsAnswers& answers_;
};

class RecordedProcesses final : public Processes {
 public:
  RecordedProcesses(Processes& inner, OsAnswers& answers) : inner_(inner), answers_(answers) {}

  [[nodiscard]] std::optional<ShellView> look_at_shell(int pid) override {
    return answers_.answer(record::seen_shell, [&] { return inner_.look_at_shell(pid); });
  }
  [[nodiscard]] std::optional<bool> stands_in(int pid, const std::string& directory) override {
    return answers_.answer(record::stands_in, [&] { return inner_.stands_in(pid, directory); });
  }
  [[nodiscard]] std::optional<terminal::InputReader> input_reader(int pid) override {
    return answers_.answer(record::input_reader, [&] { return inner_.input_reader(pid); });
  }
  [[nodiscard]] terminal::SeenTree process_tree(const base::TerminalId& id, int pid, bool with_ports) override {
    return answers_.answer(record::process_tree, [&] { return inner_.process_tree(id, pid, with_ports); });
  }
  [[nodiscard]] std::optional<InputSide> input_side(const base::TerminalId& id) override {
    return answers_.answer(record::input_side, [&] { return inner_.input_side(id); });
  }
  [[nodiscard]] bool foreground_is_shell(const base::TerminalId& id) override {
    return answers_.answer(record::foreground_is_shell, [&] { return inner_.foreground_is_shell(id); });
  }
  [[nodiscard]] std::vector<Holder> holders(const base::TerminalId& id) override {
    return answers_.answer(record::holders, [&] { return inner_.holders(id); });
  }
  void stop_tree_below(int pid, StopStep step) override { inner_.stop_tree_below(pid, step); }
  void drop_rest_of_line_of(int pid) override { inner_.drop_rest_of_line_of(pid); }

 private:
  Processes& inner_;
  OsAnswers& answers_;
};

/// Executions have their numbers from the recording; without one, from 1.
class RecordedStore final : public terminal::ArtifactStore {
 public:
  RecordedStore(terminal::ArtifactStore& inner, OsAnswers& answers) : inner_(inner), answers_(answers) {}

  [[nodiscard]] base::ExecutionId next_execution_id() override {
    ++last_;
    return answers_.answer(record::execution_id, [&] {
      return answers_.records() ? inner_.next_execution_id() : base::ExecutionId(std::to_string(last_));
    });
  }
  [[nodiscard]] base::Expected<std::unique_ptr<terminal::ArtifactWriter>, terminal::StoreError> create(
      const base::TaskId& task, const base::ExecutionId& id, terminal::ArtifactKind kind) override {
    return inner_.create(task, id, kind);
  }
  void end_task(const base::TaskId& task) override { inner_.end_task(task); }
  void keep_only(const base::TaskId& task, const std::vector<base::ExecutionId>& kept) override {
    inner_.keep_only(task, kept);
  }
  void remove_abandoned() override {
    if (answers_.records()) inner_.remove_abandoned();
  }

 private:
  terminal::ArtifactStore& inner_;
  OsAnswers& answers_;
  std::uint64_t last_ = 0;
};

/// The three ports of the system, before others.
struct RecordedSystem {
  RecordedSystem(const SystemPorts& inner, OsAnswers& answers)
      : terminals(*inner.terminals, answers),
        shell_files(*inner.shell_files, answers),
        processes(*inner.processes, answers) {}
  [[nodiscard]] SystemPorts ports() { return {&terminals, &shell_files, &processes}; }

  RecordedTerminals terminals;
  RecordedShellFiles shell_files;
  RecordedProcesses processes;
};

}  // namespace termhost::host
