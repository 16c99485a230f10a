// The running whole behind `exec`, `serve` and the agent front ends: event loop, terminals, timers, storage and host,
// wired together.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <asio/io_context.hpp>

#include "cli/serving/served_stream.hpp"
#include "cli/settings/settings_files.hpp"
#include "host/loop/host.hpp"
#include "host/recording/recorded_events.hpp"
#include "host/recording/recorded_ports.hpp"
#include "io/asio_scheduler.hpp"
#include "io/guard/awaited_doors.hpp"
#include "io/guard/successor_posix.hpp"
#include "io/machine_files.hpp"
#include "io/storage/background_artifacts.hpp"
#include "io/terminals/posix_processes.hpp"
#include "io/terminals/posix_shell_files.hpp"
#include "io/terminals/posix_terminals.hpp"

namespace termhost::cli {

class Runtime {
 public:
  /// `shim` may be null and must outlive the runtime. `record` gets the answers and events of the system; may be empty.
  /// `machine`: the user's name for this machine; empty: it is the user's own. `shared`: a folder of both.
  Runtime(asio::io_context& loop, host::Shim* shim, const PersonSettings& person, host::RecordOs record = {},
          const std::string& machine = {}, const host::SharedFolder& shared = {});
  /// The folder for whole outputs; empty: the default one. To be called before the first command.
  void open_storage(const std::string& folder, io::NumberShare share = {});
  /// Limits of the storage follow the host's settings.
  void settings_changed();
  /// Takes over the terminals of earlier termhosts that were killed in this folder and whose commands go on, now and
  /// whenever the folders of the workspace were set. `task`: of what they ran; empty: as it was.
  void take_over_terminals_always(std::function<base::TaskId()> task);
  /// Agents and editors are told through it, until `tells_no_more`: what they were told is known to them when it is
  /// written.
  void tells_through(ServedStream& stream) { streams_.push_back(&stream); }
  void tells_no_more(const ServedStream& stream) { std::erase(streams_, &stream); }
  /// This termhost goes as if it were killed: commands that are kept wait for the next one.
  void leave_terminals();
  /// Artifacts that no task has claimed for days go, first when the other side has started.
  void remove_abandoned_artifacts_daily();
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  [[nodiscard]] host::Host& host() { return *host_; }
  [[nodiscard]] host::Scheduler& scheduler() { return scheduler_; }
  [[nodiscard]] tool::ArtifactSource& artifacts() { return artifacts_; }

 private:
  /// io reports to the host, which needs io to exist first.
  class Relay final : public host::OwnedTerminalEvents {
   public:
    void owned_wrote(const base::TerminalId& terminal, host::Stream stream, std::string_view bytes,
                     base::Instant now) override;
    void owned_obstructed(const base::TerminalId& terminal, const host::StartObstacle& obstacle,
                          base::Instant now) override;
    void owned_exited(const base::TerminalId& terminal, host::ExitStatus status, std::vector<host::Holder> holders,
                      base::Instant now) override;
    host::OwnedTerminalEvents* host = nullptr;
  };

  /// The storage folder is known only when the editor has named it.
  class LateArtifacts final : public tool::ArtifactSource {
   public:
    [[nodiscard]] io::FileArtifactStore::Reader open_artifact(const base::TaskId& task,
                                                              std::string_view artifact_id) override;
    std::unique_ptr<io::BackgroundArtifacts> store;
    std::unique_ptr<host::RecordedStore> recorded;  // before `store`, if a recording is made
  };

  /// The ports before the real ones, if a recording is made.
  struct Recording {
    Recording(host::RecordOs record, const host::SystemPorts& system, host::Scheduler& clock)
        : tell(std::move(record)), answers(tell), ports(system, answers), scheduler(clock, tell) {}

    host::RecordOs tell;
    host::OsAnswers answers;
    host::RecordedSystem ports;
    host::RecordedScheduler scheduler;
    std::unique_ptr<host::RecordedEvents> events;
  };

  void when_told(const std::function<void()>& then);
  void take_over_terminals();
  void take_over(const std::string& door);
  void not_taken_over(const std::string& door, const io::NotAdmitted& why);
  [[nodiscard]] host::Confinement confinement(const std::vector<std::string>& folders, const PersonSettings& person);

  asio::io_context& loop_;
  std::vector<ServedStream*> streams_;
  LateArtifacts artifacts_;
  Relay relay_;
  io::AsioScheduler scheduler_;
  io::MachineFiles files_;
  io::PosixTerminals owned_;
  io::PosixShellFiles shell_files_;
  io::PosixProcesses processes_;
  std::unique_ptr<Recording> recording_;
  std::unique_ptr<host::Host> host_;
  std::function<base::TaskId()> adopting_task_;  // empty: nothing is taken over
  io::AwaitedDoors awaited_doors_;
  bool left_suddenly_ = false;
};

/// The environment that the process starts with: the user's shell, the current directory and the variables.
[[nodiscard]] host::HostEnvironment current_environment();

}  // namespace termhost::cli
