#include "host/loop/host.hpp"

#include <utility>

namespace termhost::host {
namespace {

constexpr base::Millis default_wait{30'000};

/// The bytes of a chunk are only there while its event is told.
void keep_bytes(Event& event) {
  std::visit(
      [](auto& any) {
        if constexpr (requires { any.chunk.keep(); }) any.chunk.keep();
        if constexpr (requires { any.shim_id.keep(); }) any.shim_id.keep();
      },
      event);
}

/// One event at a time, whatever is thrown.
class Running {
 public:
  explicit Running(bool& flag) : flag_(flag) { flag_ = true; }
  ~Running() { flag_ = false; }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

 private:
  bool& flag_;
};

}  // namespace

Host::Host(HostPorts ports, HostEnvironment environment, Settings settings)
    : Configuration(std::move(environment), std::move(settings), std::move(ports.find_program), ports.files,
                    std::move(ports.confined_by)),
      context_{.owned = ports.system.terminals != nullptr ? *ports.system.terminals : no_terminals_,
               .shell_files = ports.system.shell_files != nullptr ? *ports.system.shell_files : no_shell_files_,
               .processes = ports.system.processes != nullptr ? *ports.system.processes : no_processes_,
               .shim = ports.shim != nullptr ? *ports.shim : static_cast<Shim&>(no_shim_),
               .scheduler = *ports.scheduler,
               .configuration = *this,
               .artifacts = ports.artifacts,
               .can_own = ports.system.terminals != nullptr,
               .post = [this](Event event) { post(std::move(event)); },
               .when_told = std::move(ports.when_told)},
      rooms_(context_),
      workspace_changed_(std::move(ports.workspace_changed)) {
  rooms_.spare_shells.expect();
}

Host::~Host() {
  closing_ = true;
  rooms_.terminals.close_ours();
}

void Host::post(Event event) {
  if (closing_) return;
  if (running_) {
    keep_bytes(event);
    later_.push_back(std::move(event));
    return;
  }
  const Running running(running_);
  if (later_.empty())
    run(event);
  else
    later_.push_back(std::move(event));  // something was thrown before its turn came
  while (!later_.empty()) {
    const Event next = std::move(later_.front());
    later_.pop_front();
    run(next);
  }
}

/// With all that follows. What an effect leads to comes before the effects that were waiting.
void Host::run(const Event& event) {
  Effects waiting;  // the next one is the last
  const auto wait = [&waiting](Effects first_to_last) {
    waiting.insert(waiting.end(), std::make_move_iterator(first_to_last.rbegin()),
                   std::make_move_iterator(first_to_last.rend()));
  };
  wait(rooms_.handle(event));
  while (!waiting.empty()) {
    const Effect effect = std::move(waiting.back());
    waiting.pop_back();
    wait(rooms_.handle(effect));
  }
  rooms_.shell_phases.tell();
  rooms_.keeping.look();
}

void Host::set_settings(Settings settings, std::string rules_problem, bool allows_nothing) {
  Configuration::set_settings(std::move(settings), std::move(rules_problem), allows_nothing);
  post(event::SettingsChanged{});
}

void Host::set_workspace_folders(std::vector<std::string> folders) {
  const std::string before = environment().cwd;
  Configuration::set_workspace_folders(std::move(folders));
  if (environment().cwd != before) rooms_.task_shells.forget_all();
  rooms_.spare_shells.expect();
  if (workspace_changed_) workspace_changed_();
}

base::Expected<ShellLaunch, OpenError> Host::launch(const std::string& shell) const {
  auto launch = context_.shell_files.launch_for_editor(shell_path(shell), {});
  if (launch) launch->env.insert(environment().terminal_variables.begin(), environment().terminal_variables.end());
  return launch;
}

void Host::all_is_told() { rooms_.keeping.all_is_told(); }

CallId Host::execute(ExecuteRequest request, Replied replied) {
  const CallId id = rooms_.calls.add(std::move(request), std::move(replied));
  post(event::Called{id});
  return id;
}

void Host::cancel(CallId call, CancelMeans means) {
  if (means == CancelMeans::Stop) return post(event::StopWished{call, StopCause::Person});
  post(event::WaitingEnded{call});
}

void Host::background(const base::ToolCallId& tool_call) { post(event::BackgroundWished{tool_call}); }

void Host::wait_for(const base::ExecutionId& execution, std::optional<base::Millis> timeout, base::ToolCallId tool_call,
                    Replied replied, tool::Until until) {
  rooms_.replies.wait_for(execution, timeout.value_or(default_wait), std::move(tool_call), std::move(replied),
                          std::move(until));
  rooms_.wait_conditions.watch(execution);
  rooms_.keeping.look();  // an end that was there already is told without an event
}

void Host::stop(const base::ExecutionId& execution, std::optional<StopStep> step, StopCause cause,
                base::ToolCallId tool_call, Replied replied) {
  if (rooms_.replies.has_ended(execution)) {
    const ExecutionRecord* record = rooms_.executions.find(execution);
    const bool told = record != nullptr && record->reported.end();
    tool::CommandResult result = *rooms_.replies.result_now(execution, tool_call);
    if (told) {
      result.only_news = true;
      result.output.text.clear();
      result.output.begin = result.output.total_bytes;
    }
    result.already_ended = true;
    replied(std::move(result));
    return rooms_.keeping.look();
  }
  rooms_.replies.wait_for(execution, stop_patience, std::move(tool_call), std::move(replied));
  post(event::ExecutionStopWished{execution, step, cause});
}

void Host::see_terminals_without_integration() { post(event::LookWished{}); }

std::vector<tool::ExecutionDetails> Host::take_environment_details(const base::TaskId& task) {
  see_terminals_without_integration();
  std::vector<tool::ExecutionDetails> news = rooms_.replies.take_news(task);
  rooms_.keeping.look();
  return news;
}

void Host::close_terminal_of(const base::ExecutionId& execution) {
  const ExecutionRecord* record = rooms_.executions.find(execution);
  if (record != nullptr) context_.owned.close(record->execution.terminal());
}

void Host::task_ended(const base::TaskId& task) {
  rooms_.task_shells.forget(task);
  rooms_.terminals.registry().release(task);
  if (context_.artifacts != nullptr) context_.artifacts->end_task(task);
}

void Host::task_rewound(const base::TaskId& task, const std::vector<base::ExecutionId>& keep) {
  if (context_.artifacts != nullptr) context_.artifacts->keep_only(task, keep);
}

void Host::shut_down() { post(event::SessionEnds{}); }

}  // namespace termhost::host
