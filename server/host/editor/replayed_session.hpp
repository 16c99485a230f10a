// A host that lives in a transcript: time passes when the transcript says so, and the operating system says what was
// recorded. For `termhost replay` and for transcript tests.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "host/editor/editor_frontend.hpp"
#include "host/loop/host.hpp"
#include "host/ports/manual_scheduler.hpp"
#include "host/ports/ports.hpp"
#include "host/recording/os_record.hpp"
#include "rpc/transcript/transcript_player.hpp"

namespace termhost::host {

/// What the operating system answered in a recording, in order.
using OsAnswers = std::map<std::string, std::deque<protocol::Json>>;

/// Where a port asks for more than was recorded it gets an error, as if the operating system had failed.
class ReplayedTerminals final : public OwnedTerminals {
 public:
  explicit ReplayedTerminals(OsAnswers& answers) : answers_(answers) {}

  [[nodiscard]] base::Expected<OpenedTerminal, OpenError> open(const base::TerminalId& terminal,
                                                               const OwnedShell& shell) override;
  [[nodiscard]] base::Expected<ShellLaunch, OpenError> launch_for_editor(const std::string& shell_path,
                                                                         bool for_agent) override;
  [[nodiscard]] base::Expected<std::string, std::string> envelope_for_editor() override;
  [[nodiscard]] base::Expected<void, std::string> write_envelope(const std::string& envelope_path,
                                                                 std::string_view content) override;
  [[nodiscard]] std::vector<Holder> holders(const base::TerminalId& terminal) override;
  [[nodiscard]] std::optional<ShellView> look_at_shell(int shell_pid) override;
  [[nodiscard]] std::optional<terminal::InputReader> input_reader(int shell_pid) override;
  [[nodiscard]] sandbox::Enforcement enforcement(const sandbox::Sandbox& sandbox) override;
  [[nodiscard]] std::vector<sandbox::Refusal> take_refusals(const base::TerminalId& terminal) override;
  [[nodiscard]] bool foreground_is_shell(const base::TerminalId& terminal) override;
  [[nodiscard]] std::optional<InputSide> input_side(const base::TerminalId& terminal) override;
  [[nodiscard]] bool repair_output_modes(const base::TerminalId& terminal) override;
  [[nodiscard]] std::optional<bool> stands_in(int shell_pid, const std::string& directory) override;
  /// Where nothing was recorded there is one of each name.
  [[nodiscard]] terminal::SeenTree process_tree(const base::TerminalId& terminal, int shell_pid,
                                                bool with_ports) override;
  [[nodiscard]] base::Expected<std::string, OpenError> find_shell(const std::string& shell, ShellNamedBy by) override;

  void remove_envelope(const std::string& /*envelope_path*/) override {}
  void write(const base::TerminalId& /*terminal*/, std::string_view /*bytes*/) override {}
  void resize(const base::TerminalId& /*terminal*/, int /*columns*/, int /*rows*/) override {}
  void stop(const base::TerminalId& /*terminal*/, StopStep /*step*/) override {}
  void stop_tree_below(int /*shell_pid*/, StopStep /*step*/) override {}
  void close(const base::TerminalId& /*terminal*/) override {}

 private:
  OsAnswers& answers_;
};

/// Keeps artifacts in `inner`, but numbers executions as recorded, and where nothing is recorded from 1.
class ReplayedStore final : public terminal::ArtifactStore {
 public:
  ReplayedStore(terminal::ArtifactStore& inner, OsAnswers& answers) : inner_(inner), answers_(answers) {}

  [[nodiscard]] base::ExecutionId next_execution_id() override;
  [[nodiscard]] base::Expected<std::unique_ptr<terminal::ArtifactWriter>, terminal::StoreError> create(
      const base::TaskId& task, const base::ExecutionId& id, terminal::ArtifactKind kind) override {
    return inner_.create(task, id, kind);
  }
  void end_task(const base::TaskId& task) override { inner_.end_task(task); }
  void keep_only(const base::TaskId& task, const std::vector<base::ExecutionId>& kept) override {
    inner_.keep_only(task, kept);
  }
  void remove_abandoned() override {}

 private:
  terminal::ArtifactStore& inner_;
  OsAnswers& answers_;
  std::uint64_t last_ = 0;
};

class ReplayedSession final : public rpc::TranscriptSubject, private rpc::FrameSink {
 public:
  /// Artifacts go to `store` and are read from `artifacts`, which outlive the session; null: there are none.
  ReplayedSession(const std::vector<rpc::TranscriptStep>& steps, terminal::ArtifactStore* store,
                  tool::ArtifactSource* artifacts);

  // TranscriptSubject
  void feed(std::string_view bytes) override { connection_.feed(bytes); }
  void advance(base::Duration duration) override;
  void os(const std::string& what, const protocol::Json& value) override;
  [[nodiscard]] std::string take_output() override { return std::exchange(output_, {}); }

 private:
  void write(std::string frame) override { output_ += frame; }
  bool write_droppable(std::string frame) override { return write(std::move(frame)), true; }

  std::string output_;
  OsAnswers answers_;
  const bool says_timers_;  ///< a recording does; what was written by hand leaves it to the clock
  ManualScheduler scheduler_;
  ReplayedTerminals terminals_{answers_};
  std::unique_ptr<ReplayedStore> store_;
  rpc::Connection connection_;
  EditorFrontend frontend_;
  record::Environment environment_;
  Host host_;
};

}  // namespace termhost::host
