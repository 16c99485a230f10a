// termhost serve: the editor server, JSON-RPC with Content-Length framing on stdin and stdout. Stdout carries frames
// and nothing else.
#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/commands/sandbox_options.hpp"
#include "cli/log.hpp"
#include "cli/serving/attached_agents.hpp"
#include "cli/serving/runtime.hpp"
#include "cli/serving/stdio_server.hpp"
#include "host/editor/editor_frontend.hpp"
#include "io/process/own_process.hpp"
#include "io/storage/session_recorder.hpp"

namespace termhost::cli {
namespace {

constexpr base::Millis parent_check{2000};

std::function<void(rpc::Way, std::string_view)> record_messages(io::SessionRecorder* recorder) {
  if (recorder == nullptr) return {};
  return [recorder](rpc::Way way, std::string_view text) { recorder->message(way, text); };
}

host::RecordOs record_os(io::SessionRecorder* recorder) {
  if (recorder == nullptr) return {};
  return [recorder](std::string_view kind, const rpc::OrderedJson& value) { recorder->os(kind, value); };
}

/// Where the editor's own settings say nothing.
PersonSettings settings_with(const SandboxOptions& sandbox) {
  PersonSettings person = read_person_settings();
  sandbox.apply(person.settings.sandbox);
  return person;
}

class Server {
 public:
  /// `recorder` may be null.
  explicit Server(io::SessionRecorder* recorder, bool listen = false, const SandboxOptions& sandbox = {})
      : stdio_(rpc::editor_dialect, 1, record_messages(recorder)),
        frontend_(
            stdio_.connection(),
            {.exit = [this](int status) { stdio_.stop(status); },
             .watch_parent = [this](std::int64_t pid) { watch(static_cast<int>(pid)); },
             .open_storage = [this](const std::optional<std::string>& folder) { open_storage(folder.value_or("")); },
             .settings_changed = [this] { runtime_.settings_changed(); },
             .asks_about_agents = [this] { tell_if_deaf(agents_.admit_by_question()); },
             .log = log_line}),
        runtime_(stdio_.loop(), &shim_, settings_with(sandbox), record_os(recorder)) {
    frontend_.attach(runtime_.host(), &runtime_.artifacts());
    if (listen) tell_if_deaf(agents_.admit_by_token());
  }

  int run() { return stdio_.run(); }

 private:
  static void tell_if_deaf(const base::Expected<void, std::string>& listening) {
    if (!listening) log_line("agents can't attach: " + listening.error());
  }

  void open_storage(const std::string& folder) {
    runtime_.open_storage(folder);
    runtime_.remove_abandoned_artifacts_daily();
  }

  /// The editor may die without closing our stdin; what it started must not stay behind.
  void watch(int pid) {
    if (io::has_ended(pid)) return stdio_.stop(1);
    parent_timer_.after(parent_check, [this, pid] { watch(pid); });
  }

  StdioServer stdio_;
  io::AsioScheduler parent_timer_{stdio_.loop()};
  host::EditorFrontend frontend_;
  host::SharedShim shim_{frontend_};
  Runtime runtime_;
  AttachedAgents agents_{stdio_.loop(), runtime_, shim_, stdio_.connection()};
};

}  // namespace

int run_recorded(const std::string& path, bool listen, const SandboxOptions& sandbox) {
  const auto recorder = io::SessionRecorder::create(path);
  if (recorder) return Server(recorder->get(), listen, sandbox).run();
  log_line(recorder.error());
  return 2;
}

void add_serve(CLI::App& app, int& exit_status) {
  CLI::App* command =
      app.add_subcommand("serve", "The editor server: JSON-RPC with Content-Length framing on stdin and stdout");
  auto recording = std::make_shared<std::string>();
  command->add_option("--record", *recording, "Write the session to this file, for `termhost replay`");
  auto listen = std::make_shared<bool>(false);
  command->add_flag("--listen", *listen,
                    "Let agents in its terminals join by `termhost mcp --attach` without a question");
  auto sandbox = std::make_shared<SandboxOptions>();
  add_sandbox_options(*command, *sandbox);
  command->callback([recording, listen, sandbox, &exit_status] {
    exit_status =
        recording->empty() ? Server(nullptr, *listen, *sandbox).run() : run_recorded(*recording, *listen, *sandbox);
  });
}

}  // namespace termhost::cli
