#include "cli/remote/run_there.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "cli/exit_status.hpp"
#include "cli/log.hpp"
#include "cli/remote/end_signals.hpp"
#include "cli/remote/forwarded_arguments.hpp"
#include "cli/remote/open_requests.hpp"
#include "cli/remote/session.hpp"
#include "cli/settings/settings_files.hpp"
#include "io/handle.hpp"
#include "protocol/remote.hpp"
#include "rpc/frames/framer.hpp"

namespace termhost::cli {
namespace {

/// The session outlives the thread that waits for signals.
using SharedSession = std::shared_ptr<RemoteSession>;
using Opened = base::Expected<SharedSession, std::string>;

protocol::RemoteParams params_of(const Destination& destination, const CLI::App& command, const UserFiles& files) {
  return {.machine = destination.name,
          .arguments = forwarded_arguments(command),
          .settings = files.settings,
          .policy = files.policy,
          .policy_named = files.policy_named,
          .workspace = destination.workspace,
          .folder = destination.folder,
          .cwd = destination.cwd};
}

Opened open_session(const Destination& destination, const UserFiles& files) {
  const std::chrono::seconds patience(person_settings_in(files.settings).settings.keep_terminals);
  Opened session = RemoteSession::open(destination, patience);
  if (!session) log_line(session.error());
  return session;
}

/// The end of the input stops the command there, and its result comes.
void end_input_with_signal(const SharedSession& session) {
  end_with_signal([session] { session->end_input(); });
}

/// Both directions of a session, and the requests that are open in it.
class MessageRelay {
 public:
  MessageRelay(RemoteSession& session, const rpc::Dialect& dialect)
      : session_(session), dialect_(dialect), open_(dialect, session.machine()) {}

  int run() {
    session_.take_input(io::standard_input, [this](std::string_view bytes) { note_requests(bytes); });
    RemoteSession::Event event = session_.next();
    for (; !is_last(event); event = session_.next()) {
      if (const auto* output = std::get_if<RemoteSession::Output>(&event)) pass_answers(output->bytes);
      if (std::holds_alternative<RemoteSession::Repaired>(event)) open_.repaired();
    }
    return end(event);
  }

 private:
  static bool is_last(const RemoteSession::Event& event) {
    return std::holds_alternative<RemoteSession::Ended>(event) || std::holds_alternative<RemoteSession::Lost>(event);
  }

  static void each_frame(rpc::Framer& framer, std::string_view bytes,
                         const std::function<void(std::string_view frame)>& take) {
    framer.feed(bytes);
    for (rpc::FramerEvent event = framer.next(); !std::holds_alternative<rpc::NeedMore>(event); event = framer.next())
      if (const auto* frame = std::get_if<rpc::Frame>(&event)) take(frame->text);
  }

  void note_requests(std::string_view bytes) {
    each_frame(*requests_, bytes, [this](std::string_view frame) { open_.asked(frame); });
  }

  /// Whole messages only: an answer of ours may have to follow.
  void pass_answers(std::string_view bytes) {
    each_frame(*answers_, bytes, [this](std::string_view frame) { print(open_.answered(frame)); });
  }

  int end(const RemoteSession::Event& event) {
    const auto* ended = std::get_if<RemoteSession::Ended>(&event);
    const auto* lost = std::get_if<RemoteSession::Lost>(&event);
    const std::string why = lost == nullptr ? std::string() : lost->why;
    const std::vector<std::string> answers = open_.end(why);
    for (const std::string& answer : answers) print(answer);
    session_.flush();
    if (answers.empty() && session_.user_ended()) return 0;
    if (answers.empty() && ended != nullptr && dialect_.framing == rpc::Framing::ContentLength)
      return ended->status;  // the editor has sent `exit`
    log_line(fmt::format("the connection to {} has ended, and with it the commands that ran there{}",
                         session_.machine(), why.empty() ? "" : ". " + why));
    return 1;
  }

  void print(std::string message) { session_.print(rpc::framed(dialect_.framing, std::move(message))); }

  RemoteSession& session_;
  const rpc::Dialect& dialect_;
  OpenRequests open_;
  std::unique_ptr<rpc::Framer> requests_ = rpc::make_framer(dialect_.framing);
  std::unique_ptr<rpc::Framer> answers_ = rpc::make_framer(dialect_.framing);
};

}  // namespace

int run_there(const Destination& destination, const CLI::App& command, const UserFiles& files) {
  const Opened session = open_session(destination, files);
  if (!session) return could_not_run;
  end_input_with_signal(*session);
  const auto result = (*session)->request(protocol::methods::run_remotely, params_of(destination, command, files));
  (*session)->finish();
  if ((*session)->was_repaired()) log_line("Note: " + repaired_note(destination.name));
  if (result) {
    (void)io::write_whole(io::standard_output, result->output);
    return result->status;
  }
  const auto& [sentence, began] = result.error();
  log_line(began ? lost_command(destination.name, sentence) : sentence);
  return could_not_run;
}

int serve_there(const Destination& destination, const CLI::App& command, const UserFiles& files,
                const rpc::Dialect& dialect) {
  const Opened session = open_session(destination, files);
  if (!session) return could_not_run;
  end_input_with_signal(*session);
  const auto begun = (*session)->request(protocol::methods::serve_remotely, params_of(destination, command, files));
  if (begun) return MessageRelay(**session, dialect).run();
  (*session)->finish();
  log_line(begun.error().sentence);
  return could_not_run;
}

}  // namespace termhost::cli
