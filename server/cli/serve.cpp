// termhost serve: the editor server, JSON-RPC with Content-Length framing on stdin and stdout. Stdout carries frames
// and nothing else.
#include <csignal>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <unistd.h>

#include <asio/io_context.hpp>
#include <asio/signal_set.hpp>
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/engine.hpp"
#include "host/editor_frontend.hpp"
#include "io/session_recorder.hpp"
#include "io/stdin_reader.hpp"
#include "io/stdout_writer.hpp"
#include "rpc/connection.hpp"

namespace termhost::cli {
namespace {

constexpr base::Millis parent_check{2000};
constexpr base::Millis janitor_delay{10'000};  // not while the editor starts
constexpr std::chrono::milliseconds last_frames_patience{1000};

void log_line(std::string_view line) { fmt::print(stderr, "termhost: {}\n", line); }

void log_loss(std::uint64_t frames, std::uint64_t bytes) {
  log_line(fmt::format("the editor was too slow: {} messages with real-time output ({} bytes) were not sent", frames,
                       bytes));
}

std::function<void(rpc::Way, std::string_view)> record_messages(io::SessionRecorder* recorder) {
  if (recorder == nullptr) return {};
  return [recorder](rpc::Way way, std::string_view text) { recorder->message(way, text); };
}

host::RecordOs record_os(io::SessionRecorder* recorder) {
  if (recorder == nullptr) return {};
  return [recorder](std::string_view kind, const rpc::OrderedJson& value) { recorder->os(kind, value); };
}

class Server {
 public:
  /// `recorder` may be null.
  explicit Server(io::SessionRecorder* recorder)
      : out_(loop_, STDOUT_FILENO, {.on_broken = [this](std::string_view) { stop(1); }, .on_caught_up = log_loss}),
        connection_(rpc::editor_dialect, out_, {.log = log_line, .record = record_messages(recorder)}),
        frontend_(
            connection_,
            {.exit = [this](int status) { stop(status); },
             .watch_parent = [this](std::int64_t pid) { watch(static_cast<pid_t>(pid)); },
             .open_storage = [this](const std::optional<std::string>& folder) { open_storage(folder.value_or("")); },
             .settings_changed = [this] { engine_.settings_changed(); },
             .log = log_line}),
        engine_(loop_, &frontend_, {}, record_os(recorder)),
        signals_(loop_, SIGTERM, SIGINT, SIGHUP) {
    frontend_.attach(engine_.host(), &engine_.owned(), &engine_.artifacts());
    signals_.async_wait([this](const std::error_code& error, int) {
      if (!error) stop(1);
    });
  }

  int run() {
    io::StdinReader in(loop_, STDIN_FILENO,
                       {.on_bytes = [this](std::string_view bytes) { connection_.feed(bytes); },
                        .on_end =
                            [this](std::string_view reason) {
                              if (!reason.empty()) log_line(reason);
                              connection_.end_of_input();
                              stop(1);
                            }});
    loop_.run();
    out_.close(last_frames_patience);
    return status_;
  }

 private:
  void stop(int status) {
    if (loop_.stopped()) return;
    status_ = status;
    loop_.stop();
  }

  void open_storage(const std::string& folder) {
    engine_.open_storage(folder);
    janitor_.after(janitor_delay, [this] { engine_.remove_abandoned_artifacts(); });
  }

  /// The editor may die without closing our stdin; what it started must not stay behind.
  void watch(pid_t pid) {
    if (kill(pid, 0) != 0 && errno == ESRCH) return stop(1);
    parent_timer_.after(parent_check, [this, pid] { watch(pid); });
  }

  asio::io_context loop_{1};
  int status_ = 1;
  io::AsioScheduler parent_timer_{loop_}, janitor_{loop_};
  io::StdoutWriter out_;
  rpc::Connection connection_;
  host::EditorFrontend frontend_;
  Engine engine_;
  asio::signal_set signals_;
};

}  // namespace

int run_serve() { return Server(nullptr).run(); }

int run_recorded(const std::string& path) {
  const auto recorder = io::SessionRecorder::create(path);
  if (recorder) return Server(recorder->get()).run();
  log_line(recorder.error());
  return 2;
}

void add_serve(CLI::App& app, int& exit_status) {
  CLI::App* command =
      app.add_subcommand("serve", "The editor server: JSON-RPC with Content-Length framing on stdin and stdout");
  auto recording = std::make_shared<std::string>();
  command->add_option("--record", *recording, "Write the session to this file, for `termhost replay`");
  command->callback(
      [recording, &exit_status] { exit_status = recording->empty() ? run_serve() : run_recorded(*recording); });
}

}  // namespace termhost::cli
