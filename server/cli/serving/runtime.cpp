#include "cli/serving/runtime.hpp"

#include <filesystem>

#include <asio/post.hpp>
#include <fmt/format.h>

#include "cli/environment.hpp"
#include "cli/log.hpp"
#include "host/state/kept_execution.hpp"
#include "io/guard/successor_posix.hpp"
#include "io/process/own_process.hpp"
#include "io/search_path.hpp"
#include "io/storage/storage_folder.hpp"
#include "protocol/codec/encode.hpp"

namespace termhost::cli {
namespace {

constexpr base::Millis janitor_delay{10'000};
constexpr base::Millis janitor_interval = std::chrono::hours{24};  // an editor may run for weeks
/// An editor that is reloaded starts the next termhost while the last one is still ending.
constexpr std::chrono::seconds predecessor_patience{10};

void cannot_take_over(const std::string& door, std::string_view why) {
  log_line(fmt::format("the terminal at {} can't be taken over: {}", door, why));
}

}  // namespace

host::HostEnvironment current_environment() {
  std::error_code failed;
  const std::filesystem::path cwd = std::filesystem::current_path(failed);
  return {.default_shell = io::default_shell(),
          .cwd = failed ? "/" : cwd.string(),
          .workspace_folders = {},
          .terminal_variables = {},
          .variables = io::whole_environment(),
          .longest_typed_line = io::longest_typed_line()};
}

void Runtime::Relay::owned_wrote(const base::TerminalId& terminal, host::Stream stream, std::string_view bytes,
                                 base::Instant now) {
  if (host != nullptr) host->owned_wrote(terminal, stream, bytes, now);
}

void Runtime::Relay::owned_obstructed(const base::TerminalId& terminal, const host::StartObstacle& obstacle,
                                      base::Instant now) {
  if (host != nullptr) host->owned_obstructed(terminal, obstacle, now);
}

void Runtime::Relay::owned_exited(const base::TerminalId& terminal, host::ExitStatus status,
                                  std::vector<host::Holder> holders, base::Instant now) {
  if (host != nullptr) host->owned_exited(terminal, status, std::move(holders), now);
}

io::FileArtifactStore::Reader Runtime::LateArtifacts::open_artifact(const base::TaskId& task,
                                                                    std::string_view artifact_id) {
  return store->open_artifact(task, artifact_id);
}

Runtime::Runtime(asio::io_context& loop, host::Shim* shim, const PersonSettings& person, host::RecordOs record,
                 const std::string& machine, const host::SharedFolder& shared)
    : loop_(loop),
      scheduler_(loop),
      owned_(loop, relay_),
      shell_files_(owned_),
      processes_(owned_),
      awaited_doors_(loop, [this](const std::string& door) { take_over(door); }) {
  host::HostEnvironment environment = current_environment();
  environment.machine = machine;
  environment.shared = shared;
  environment.own_rules = person.rules;
  host::HostPorts ports{
      .system = {&owned_, &shell_files_, &processes_},
      .scheduler = &scheduler_,
      .artifacts = nullptr,
      .shim = shim,
      .find_program =
          [path = cli::environment("PATH")](std::string_view program) { return io::locate_program(program, path); },
      .files = &files_,
      .confined_by = [this, person](const std::vector<std::string>& folders) { return confinement(folders, person); },
      .workspace_changed =
          [this] {
            if (adopting_task_) asio::post(loop_, [this] { take_over_terminals(); });
          },
      .when_told = [this](std::function<void()> then) { when_told(then); }};
  if (record) {
    recording_ = std::make_unique<Recording>(std::move(record), ports.system, scheduler_);
    host::record::Environment recorded{environment, person.settings};
    if (person.rules) recorded.rules = host::record::to_record(*person.rules);
    recording_->tell(host::record::environment, protocol::encode(recorded));
    ports.system = recording_->ports.ports();
    ports.scheduler = &recording_->scheduler;
  }
  host_ = std::make_unique<host::Host>(ports, environment, person.settings);
  relay_.host = host_.get();
  if (recording_) {
    recording_->events = std::make_unique<host::RecordedEvents>(*host_, recording_->tell);
    relay_.host = recording_->events.get();
  }
  open_storage({});
}

host::Confinement Runtime::confinement(const std::vector<std::string>& folders, const PersonSettings& person) {
  host::Confinement all = confinement_of(folders, person);
  if (!all.problem.empty()) log_unusable(all.problem);
  if (recording_) recording_->tell(host::record::confinement, protocol::encode(host::record::Confined{all}));
  asio::post(loop_, [this] { settings_changed(); });
  return all;
}

Runtime::~Runtime() {
  if (!left_suddenly_) host_->all_is_told();
  owned_.leave(io::PosixTerminals::Departure::Orderly);
  relay_.host = nullptr;
  host_.reset();
}

void Runtime::open_storage(const std::string& folder, io::NumberShare share) {
  artifacts_.store = std::make_unique<io::BackgroundArtifacts>(
      folder.empty() ? io::default_storage_path() : folder,
      [this](std::function<void()> wake) { asio::post(loop_, std::move(wake)); }, share);
  host_->set_artifacts(*artifacts_.store);
  if (recording_) {
    artifacts_.recorded = std::make_unique<host::RecordedStore>(*artifacts_.store, recording_->answers);
    host_->set_artifacts(*artifacts_.recorded);
  }
  settings_changed();
}

void Runtime::settings_changed() {
  const host::Settings& settings = host_->settings();
  artifacts_.store->settled().set_limits(
      {.artifact_max_bytes = static_cast<std::uint64_t>(settings.artifact_max_bytes),
       .storage_max_bytes = static_cast<std::uint64_t>(settings.storage_max_bytes),
       .storage_min_free_bytes = static_cast<std::uint64_t>(settings.storage_min_free_bytes)});
}

void Runtime::take_over_terminals_always(std::function<base::TaskId()> task) {
  if (recording_) return;  // a replay has no terminals to take over
  adopting_task_ = std::move(task);
  asio::post(loop_, [this] { take_over_terminals(); });
}

/// Not before the present event has made its frames.
void Runtime::when_told(const std::function<void()>& then) {
  asio::post(loop_, [this, then] {
    if (streams_.empty()) return then();
    const auto left = std::make_shared<std::size_t>(streams_.size());
    for (ServedStream* stream : streams_) {
      stream->after_written([left, then] {
        if (--*left == 0) then();
      });
    }
  });
}

void Runtime::leave_terminals() {
  left_suddenly_ = true;
  owned_.leave(io::PosixTerminals::Departure::Sudden);
}

void Runtime::take_over_terminals() {
  awaited_doors_.begin(predecessor_patience);
  for (const std::string& door : io::doors()) take_over(door);
}

void Runtime::take_over(const std::string& door) {
  const auto facts = io::ask_at_door(door, io::DoorVerb::Describe).and_then(io::read_facts);
  if (!facts) return not_taken_over(door, facts.error());
  std::optional<host::KeptExecution> kept = host::kept_execution(facts->state);
  if (!kept) return cannot_take_over(door, "its state can't be read");
  if (kept->workspace != host_->environment().cwd) return;
  auto claimed = io::ask_at_door(door, io::DoorVerb::Claim).and_then(io::read_terminal);
  if (!claimed) return not_taken_over(door, claimed.error());
  if (const base::TaskId task = adopting_task_(); !task.empty()) kept->task = task;
  const int shell = claimed->child;
  const base::TerminalId terminal(fmt::format("taken-{}", io::keeper_at(door)));
  if (!owned_.adopt(terminal, *std::move(claimed), kept->shell_path))
    return cannot_take_over(door, "its output can't be read");
  io::PosixTerminal& adopted = *owned_.find(terminal);
  host_->taken_over(terminal, shell, *std::move(kept), adopted.kept()->beginning_lost());
  adopted.replay();
  host_->replayed(terminal);
  adopted.start();
}

void Runtime::not_taken_over(const std::string& door, const io::NotAdmitted& why) {
  switch (why.reason) {
    case io::NotAdmitted::Reason::Owned:
    case io::NotAdmitted::Reason::Silent: return awaited_doors_.await(door);
    case io::NotAdmitted::Reason::Gone: return;
    case io::NotAdmitted::Reason::Refused: return cannot_take_over(door, why.sentence);
  }
}

void Runtime::remove_abandoned_artifacts_daily() {
  scheduler_.repeat(janitor_delay, janitor_interval, [this] { artifacts_.store->remove_abandoned(); });
}

}  // namespace termhost::cli
