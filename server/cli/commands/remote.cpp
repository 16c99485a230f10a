// termhost remote: the other end of `--on`. A termhost on the user's machine starts it, and says what to run.
#include "protocol/remote.hpp"

#include <csignal>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/environment.hpp"
#include "cli/log.hpp"
#include "cli/remote/sent_programs.hpp"
#include "io/handle.hpp"
#include "io/link/far_session_posix.hpp"
#include "protocol/codec/decode.hpp"
#include "protocol/codec/encode.hpp"
#include "rpc/frames/framer.hpp"
#include "rpc/parser.hpp"

namespace termhost::cli {
namespace {

constexpr std::size_t longest_request = std::size_t{32} << 20;  // two files of 4 MiB, and what JSON adds
constexpr std::string_view other_version =
    "the termhost there has another version; install the same version on both machines";

/// One line, and not a byte more: the rest is of the session or the command.
std::string read_line() {
  std::string line;
  char next = 0;
  while (line.size() < longest_request && io::read_some(io::standard_input, &next, 1) == 1 && next != '\n')
    line += next;
  return line;
}

void send(std::string message) {
  (void)io::write_whole(io::standard_output, rpc::framed(rpc::Framing::Lines, std::move(message)));
}

/// A run has nothing more to read: the end of the input is the end of the connection, or of the user's patience.
void end_with_input() {
  std::thread([] {
    char ignored = 0;
    while (io::read_some(io::standard_input, &ignored, 1) > 0) {
    }
    std::raise(SIGTERM);
  }).detach();
}

/// The commands that can be asked for.
struct RemoteCommand {
  std::string_view name, method;
  void (*add)(CLI::App&, int& exit_status, const UserSide& user);
};
constexpr RemoteCommand remote_commands[] = {{"exec", protocol::methods::run_remotely.name, add_exec_for},
                                             {"mcp", protocol::methods::serve_remotely.name, add_mcp_for},
                                             {"serve", protocol::methods::serve_remotely.name, add_serve_for}};

const RemoteCommand* find_command(const rpc::Request& request, const protocol::RemoteParams& params) {
  for (const RemoteCommand& command : remote_commands)
    if (!params.arguments.empty() && params.arguments.front() == command.name && request.method == command.method)
      return &command;
  return nullptr;
}

base::Expected<int, std::string> run(const RemoteCommand& command, const std::vector<std::string>& arguments,
                                     const UserSide& user) {
  CLI::App app{"", "termhost"};
  int exit_status = 0;
  command.add(app, exit_status, user);
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    return base::unexpected(std::string(error.what()));
  }
  return exit_status;
}

/// The folder of this machine that the user's settings name for theirs, in which the command begins.
base::Expected<host::SharedFolder, std::string> enter_folder(const protocol::RemoteParams& params) {
  if (params.folder.empty()) return host::SharedFolder{};
  host::SharedFolder shared{params.workspace, params.folder};
  if (shared.here.starts_with('~')) shared.here.replace(0, 1, environment("HOME"));
  const std::filesystem::path folder = std::filesystem::path(shared.here) / params.cwd;
  std::error_code problem;
  std::filesystem::current_path(folder, problem);
  if (!problem) return shared;
  return base::unexpected(fmt::format("the folder {}, which the setting machines names, cannot be entered there ({})",
                                      folder.string(), problem.message()));
}

int answer(const rpc::Request& request, const protocol::RemoteParams& params) {
  const auto refuse = [&request](const std::string& why) {
    send(rpc::error_text(request.id, rpc::make_error(rpc::ErrorCode::InvalidParams, why)));
    return 2;
  };
  const RemoteCommand* const command = find_command(request, params);
  if (command == nullptr) return refuse("the termhost there does not run this subcommand for another machine");
  const auto shared = enter_folder(params);
  if (!shared) return refuse(shared.error());
  std::string printed;
  UserSide user{.machine = params.machine,
                .shared = *shared,
                .files = UserFiles{params.settings, params.policy, params.policy_named}};
  user.accepted = [&request] { send(rpc::result_text(request.id, rpc::OrderedJson::object())); };
  user.print = [&printed](std::string_view text) { printed += text; };
  const bool runs = command->method == protocol::methods::run_remotely.name;
  if (runs) end_with_input();
  const auto status = run(*command, params.arguments, user);
  if (!status) return refuse(status.error());
  if (runs) send(rpc::result_text(request.id, protocol::encode(protocol::RemoteRunResult{printed, *status})));
  return runs ? 0 : *status;
}

void refuse(const rpc::Request& request, std::string_view why) {
  send(rpc::error_text(request.id, rpc::make_error(rpc::ErrorCode::InvalidParams, std::string(why))));
}

/// The request in the next line; nothing: it was refused.
template <class Params>
std::optional<std::pair<rpc::Request, Params>> read_request(std::string& line) {
  line = read_line();
  rpc::Message message = rpc::parse_message(line);
  auto* request = std::get_if<rpc::Request>(&message);
  if (request == nullptr) {
    log_line("`remote` is started by `termhost … --on`, not by a user");
    return std::nullopt;
  }
  auto params = protocol::decode<Params>(request->params, "params");
  if (params) return std::pair(std::move(*request), *std::move(params));
  refuse(*request, protocol::to_string(params.error()));
  return std::nullopt;
}

int serve_one_request() {
  std::string line;
  const auto asked = read_request<protocol::RemoteParams>(line);
  return asked ? answer(asked->first, asked->second) : 2;
}

/// A carrier for a session, which is new or waits for it.
int serve_one_carrier() {
  std::signal(SIGPIPE, SIG_IGN);
  std::string line;
  const auto asked = read_request<protocol::ConnectParams>(line);
  if (!asked) return 2;
  const auto& [request, params] = *asked;
  if (params.protocol != protocol::remote_protocol) return refuse(request, other_version), 2;
  auto start = params.session.empty() ? io::begin_session()
                                      : io::find_session(params.session).map([](io::FileDescriptor&& session) {
                                          return io::FarStart{io::FarRole::Porter, std::move(session)};
                                        });
  if (start && start->role == io::FarRole::Command) return serve_one_request();
  if (start && io::hand_over_carrier(start->session, line)) {
    tidy_sent_programs();
    io::wait_for_session(start->session);
    return 0;
  }
  refuse(request, params.session.empty() ? "the termhost there cannot start a session"
                                         : "the termhost there has ended meanwhile");
  return 2;
}

}  // namespace

void add_remote(CLI::App& app, int& exit_status) {
  CLI::App* command =
      app.add_subcommand("remote", "Internal: the option --on starts this command on the other machine");
  command->callback([&exit_status] { exit_status = serve_one_carrier(); });
}

}  // namespace termhost::cli
