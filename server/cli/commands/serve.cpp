// termhost serve: the editor server, JSON-RPC with Content-Length framing on stdin and stdout. Stdout carries frames
// and nothing else.
#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/commands/on_option.hpp"
#include "cli/commands/sandbox_options.hpp"
#include "cli/log.hpp"
#include "cli/remote/run_there.hpp"
#include "cli/serving/attached_agents.hpp"
#include "cli/serving/runtime.hpp"
#include "cli/serving/stdio_server.hpp"
#include "cli/settings/policy_file.hpp"
#include "host/editor/editor_frontend.hpp"
#include "io/process/own_process.hpp"
#include "io/storage/session_recorder.hpp"

namespace termhost::cli {
namespace {

constexpr base::Millis parent_check{2000};

struct ServeOptions {
  std::string on, recording;
  bool listen = false;
  SandboxOptions sandbox;
};

std::function<void(rpc::Way, std::string_view)> record_messages(io::SessionRecorder* recorder) {
  if (recorder == nullptr) return {};
  return [recorder](rpc::Way way, std::string_view text) { recorder->message(way, text); };
}

host::RecordOs record_os(io::SessionRecorder* recorder) {
  if (recorder == nullptr) return {};
  return [recorder](std::string_view kind, const rpc::OrderedJson& value) { recorder->os(kind, value); };
}

/// The settings that hold where the editor's own settings say nothing, and the user's own rules.
PersonSettings settings_with(const SandboxOptions& sandbox, const UserSide& user) {
  const UserFiles files = user.files_with({});
  PersonSettings person = person_settings_in(files.settings);
  if (!policy_path_of(files).empty()) {
    PolicyFile policy = policy_file_in(files.policy);
    if (policy.sandbox) person.settings.sandbox = *policy.sandbox;
    person.rules = std::move(policy.rules);
    if (std::string& problem = person.rules->problem; !problem.empty())
      problem = fmt::format("{}: {}", files.policy.path, problem);
  }
  sandbox.apply(person.settings.sandbox);
  return person;
}

class Server {
 public:
  /// `recorder` may be null.
  Server(const ServeOptions& options, const UserSide& user, io::SessionRecorder* recorder)
      : stdio_(rpc::editor_dialect, 1, record_messages(recorder)),
        frontend_(stdio_.connection(), user.elsewhere() ? hooks_elsewhere() : hooks()),
        runtime_(stdio_.loop(), &shim_, settings_with(options.sandbox, user), record_os(recorder), user.machine,
                 user.shared) {
    runtime_.tells_through(stdio_.stream());
    frontend_.attach(runtime_.host(), &runtime_.artifacts());
    if (options.listen) tell_if_deaf(agents_.admit_by_token());
  }

  int run() {
    const int status = stdio_.run();
    if (stdio_.was_left() && !shut_down_) runtime_.leave_terminals();
    return status;
  }

 private:
  host::EditorHooks hooks() {
    return {.exit = [this](int status) { stdio_.stop(status); },
            .shut_down = [this] { shut_down_ = true; },
            .watch_parent = [this](std::int64_t pid) { watch(static_cast<int>(pid)); },
            .open_storage = [this](const std::optional<std::string>& folder) { open_storage(folder.value_or("")); },
            .settings_changed = [this] { runtime_.settings_changed(); },
            .asks_about_agents = [this] { tell_if_deaf(agents_.admit_by_question()); },
            .log = log_line};
  }

  /// The editor's process, folder for outputs, terminals and agents are on another machine.
  host::EditorHooks hooks_elsewhere() {
    host::EditorHooks hooks = this->hooks();
    hooks.watch_parent = {};
    hooks.open_storage = [this](const std::optional<std::string>& /*folder*/) { open_storage({}); };
    hooks.asks_about_agents = {};
    hooks.has_terminals = false;
    return hooks;
  }

  static void tell_if_deaf(const base::Expected<void, std::string>& listening) {
    if (!listening) log_line("agents can't attach: " + listening.error());
  }

  void open_storage(const std::string& folder) {
    runtime_.open_storage(folder);
    runtime_.remove_abandoned_artifacts_daily();
    runtime_.take_over_terminals_always([] { return base::TaskId(); });
  }

  /// The editor may die without closing our stdin; what it started must not stay behind.
  void watch(int pid) {
    if (io::has_ended(pid)) return stdio_.stop(1, Farewell::None);
    parent_timer_.after(parent_check, [this, pid] { watch(pid); });
  }

  bool shut_down_ = false;  // the editor has said so
  StdioServer stdio_;
  io::AsioScheduler parent_timer_{stdio_.loop()};
  host::EditorFrontend frontend_;
  host::SharedShim shim_{frontend_};
  Runtime runtime_;
  AttachedAgents agents_{stdio_.loop(), runtime_, shim_, stdio_.connection()};
};

int run_serve(const ServeOptions& options, const UserSide& user) {
  std::unique_ptr<io::SessionRecorder> recorder;
  if (!options.recording.empty()) {
    auto created = io::SessionRecorder::create(options.recording);
    if (!created) {
      log_line(created.error());
      return 2;
    }
    recorder = *std::move(created);
  }
  Server server(options, user, recorder.get());
  user.accepted();
  return server.run();
}

}  // namespace

void add_serve(CLI::App& app, int& exit_status) { add_serve_for(app, exit_status, {}); }

void add_serve_for(CLI::App& app, int& exit_status, const UserSide& user) {
  CLI::App* command =
      app.add_subcommand("serve", "The editor server: JSON-RPC with Content-Length framing on stdin and stdout");
  auto options = std::make_shared<ServeOptions>();
  command->add_option("--record", options->recording, "Write the session to this file, for `termhost replay`");
  command->add_flag("--listen", options->listen,
                    "Let agents that run in the editor's terminals connect by `termhost mcp --attach`, without a "
                    "question; their commands need approval as usual");
  add_sandbox_options(*command, options->sandbox);
  add_on_option(*command, options->on);
  command->callback([command, options, user, &exit_status] {
    const auto there = destination_of(options->on, SshQuestions::Forbidden, user);
    if (there && (!options->recording.empty() || options->listen))
      throw CLI::ValidationError(fmt::format(
          "--record and --listen work only if commands run on this machine, but commands run on {}; add --on local",
          there->name));
    exit_status =
        there ? serve_there(*there, *command, user.files_with({}), rpc::editor_dialect) : run_serve(*options, user);
  });
}

}  // namespace termhost::cli
