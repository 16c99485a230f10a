#include "host/acp/acp_frontend.hpp"

#include <vector>

#include <fmt/format.h>

#include "protocol/base64.hpp"
#include "shell/quoting/quote.hpp"
#include "tool/reading/output_tail.hpp"
#include "tool/results/signal_name.hpp"

namespace termhost::host {
namespace {

namespace acp = protocol::acp;
using rpc::Reply;

constexpr int resource_not_found = -32002;           // in ACP; LSP means something else by it
constexpr base::Millis next_look{24 * 3600 * 1000};  // a command may run for days: wait anew each day

std::string command_line(const acp::CreateTerminalParams& params, shell::ShellKind shell) {
  std::vector<std::string> words{params.command};
  if (params.args) words.insert(words.end(), params.args->begin(), params.args->end());
  return shell::command_line_of(words, shell);
}

/// The problem of the parameters; empty: none.
std::string problem_of(const acp::CreateTerminalParams& params, const std::string& line) {
  if (line.find_first_not_of(" \t\r\n") == std::string::npos)
    return "params.command: expected a command, got an empty text";
  if (line.find('\0') != std::string::npos) return "params.command: a NUL byte can't be part of a command line";
  if (params.cwd && !params.cwd->starts_with('/')) return "params.cwd: expected an absolute path";
  for (const acp::EnvVariable& variable : params.env.value_or(std::vector<acp::EnvVariable>{})) {
    const bool odd_name =
        variable.name.empty() || variable.name.find_first_of(std::string_view("=\0", 2)) != std::string::npos;
    if (odd_name || variable.value.find('\0') != std::string::npos)
      return fmt::format("params.env: '{}' can't be the name of an environment variable, or its value holds a NUL byte",
                         variable.name);
  }
  return {};
}

bool could_not_run(const tool::CommandResult& result) {
  return result.status == tool::Status::FailedToStart || result.status == tool::Status::Denied;
}

acp::ExitStatus exit_status_of(const tool::CommandResult& result) {
  if (could_not_run(result)) return {tool::exit_status(result), std::nullopt};
  const terminal::Completion& end = result.completion;
  if (end.signal) return {std::nullopt, tool::signal_name(*end.signal)};
  if (!end.exit_code) return {std::nullopt, "SIGKILL"};  // nobody saw it end: its terminal was taken from it
  return {end.exit_code, std::nullopt};
}

}  // namespace

AcpFrontend::AcpFrontend(rpc::Connection& connection, AcpOptions options)
    : connection_(connection), options_(std::move(options)) {}

void AcpFrontend::attach(Host& host, tool::ArtifactSource* artifacts) {
  host_ = &host;
  artifacts_ = artifacts;
  rpc::Dispatcher& on = connection_.incoming();
  on.on(acp::methods::create, [this](const auto& params, auto reply) { create(params, std::move(reply)); });
  on.on(acp::methods::output, [this](const auto& params, auto reply) { output(params, std::move(reply)); });
  on.on(acp::methods::wait_for_exit,
        [this](const auto& params, auto reply) { wait_for_exit(params, std::move(reply)); });
  on.on(acp::methods::kill, [this](const auto& params, auto reply) { kill(params, std::move(reply)); });
  on.on(acp::methods::release, [this](const auto& params, auto reply) { release(params, std::move(reply)); });
}

void AcpFrontend::create(const acp::CreateTerminalParams& params, Reply<acp::TerminalId> reply) {
  ExecuteRequest request;
  request.command = command_line(params, host_->default_shell());
  if (const std::string problem = problem_of(params, request.command); !problem.empty())
    return reply.fail(rpc::ErrorCode::InvalidParams, problem);
  if (terminals_.size() >= max_acp_terminals)
    return reply.fail(rpc::ErrorCode::LimitExceeded,
                      fmt::format("{} terminals are not released; release some of them", terminals_.size()));
  for (const acp::EnvVariable& variable : params.env.value_or(std::vector<acp::EnvVariable>{}))
    request.env.insert_or_assign(variable.name, variable.value);
  request.cwd = host_->absolute_path(params.cwd.value_or(""));
  request.alone = true;
  request.approved = !options_.policy;
  request.task = options_.task;
  const base::ToolCallId id(fmt::format("term-{}", ++last_id_));
  request.tool_call = id;

  AcpTerminal& terminal = terminals_[id];
  terminal.session = params.session_id;
  terminal.env = request.env;
  if (params.output_byte_limit) terminal.output_limit = static_cast<std::uint64_t>(*params.output_byte_limit);
  tell(terminal, acp::TerminalUpdate{id.str(), request.command, request.cwd, std::nullopt});
  const CallId call =
      host_->execute(std::move(request), [this, id](tool::CommandResult result) { answered(id, std::move(result)); });
  if (!terminal.ended) {
    terminal.call = call;
  } else if (could_not_run(*terminal.ended)) {
    const std::string why = tool::format_text(*terminal.ended);
    terminals_.erase(id);
    return reply.fail(rpc::ErrorCode::InternalError, why);
  }
  reply({id.str()});
}

void AcpFrontend::answered(const base::ToolCallId& id, tool::CommandResult result) {
  const auto found = terminals_.find(id);
  if (found == terminals_.end()) return;
  AcpTerminal& terminal = found->second;
  terminal.call.reset();
  if (tool::goes_on(result) || result.status == tool::Status::Waiting) {
    terminal.execution = result.execution;
    return host_->wait_for(result.execution, next_look, id,
                           [this, id](tool::CommandResult later) { answered(id, std::move(later)); });
  }
  terminal.ended = std::move(result);
  tell(terminal, acp::TerminalUpdate{id.str(), {}, {}, exit_status_of(*terminal.ended)});
  for (const auto& callback : std::exchange(terminal.at_end, {})) callback(terminal);
  if (terminal.released) forget(found);
}

/// Processes that the command left behind end with its terminal.
void AcpFrontend::forget(Terminals::iterator terminal) {
  host_->close_terminal_of(terminal->second.ended->execution);
  terminals_.erase(terminal);
}

template <class Reply>
AcpFrontend::AcpTerminal* AcpFrontend::find(const acp::TerminalParams& params, Reply& reply) {
  const auto found = terminals_.find(base::ToolCallId(params.terminal_id));
  if (found != terminals_.end() && found->second.session == params.session_id && !found->second.released)
    return &found->second;
  reply.fail({resource_not_found,
              fmt::format("session '{}' has no terminal '{}'; it may have been released", params.session_id,
                          params.terminal_id),
              {{"terminalId", params.terminal_id}}});
  return nullptr;
}

acp::TerminalOutput AcpFrontend::output_of(const AcpTerminal& terminal, const tool::CommandResult& result) {
  acp::TerminalOutput output;
  if (terminal.ended) output.exit_status = exit_status_of(*terminal.ended);
  if (could_not_run(result)) {
    output.output = tool::format_text(result);
    return output;
  }
  tool::OutputTail tail = tool::output_tail(result.output, artifacts_, options_.task, terminal.output_limit);
  output.output = std::move(tail.text);
  output.truncated = tail.truncated;
  return output;
}

void AcpFrontend::output(const acp::TerminalParams& params, Reply<acp::TerminalOutput> reply) {
  AcpTerminal* const terminal = find(params, reply);
  if (terminal == nullptr) return;
  if (terminal->ended) return reply(output_of(*terminal, *terminal->ended));
  if (terminal->execution.empty()) return reply({});
  auto shared = std::make_shared<Reply<acp::TerminalOutput>>(std::move(reply));
  const base::ToolCallId id(params.terminal_id);
  host_->wait_for(terminal->execution, base::Millis(0), id, [this, id, shared](const tool::CommandResult& now) {
    const auto still = terminals_.find(id);
    (*shared)(still == terminals_.end() ? acp::TerminalOutput{} : output_of(still->second, now));
  });
}

void AcpFrontend::wait_for_exit(const acp::TerminalParams& params, Reply<acp::ExitStatus> reply) {
  AcpTerminal* const terminal = find(params, reply);
  if (terminal == nullptr) return;
  if (terminal->ended) return reply(exit_status_of(*terminal->ended));
  auto waiting = std::make_shared<std::optional<Reply<acp::ExitStatus>>>(std::move(reply));
  (*waiting)->on_cancel([waiting] {
    (*waiting)->fail(rpc::ErrorCode::RequestCancelled, "the request was cancelled; the command goes on");
    waiting->reset();
  });
  terminal->at_end.emplace_back([waiting](const AcpTerminal& it) {
    if (*waiting) (**waiting)(exit_status_of(*it.ended));
  });
}

void AcpFrontend::stop(const base::ToolCallId& id, AcpTerminal& terminal) {
  if (terminal.call) return host_->cancel(*terminal.call);
  host_->stop(terminal.execution, std::nullopt, StopCause::Person, id, [](const tool::CommandResult&) {});
}

void AcpFrontend::kill(const acp::TerminalParams& params, Reply<acp::Done> reply) {
  AcpTerminal* const terminal = find(params, reply);
  if (terminal == nullptr) return;
  if (terminal->ended) return reply({});
  terminal->at_end.emplace_back(
      [this, shared = std::make_shared<Reply<acp::Done>>(std::move(reply))](const AcpTerminal& killed) {
        host_->close_terminal_of(killed.ended->execution);  // what did not heed the signal that ended the command
        (*shared)({});
      });
  stop(base::ToolCallId(params.terminal_id), *terminal);
}

void AcpFrontend::release(const acp::TerminalParams& params, Reply<acp::Done> reply) {
  AcpTerminal* const terminal = find(params, reply);
  if (terminal == nullptr) return;
  const base::ToolCallId id(params.terminal_id);
  reply({});
  if (terminal->ended) return forget(terminals_.find(id));
  terminal->released = true;
  stop(id, *terminal);
}

LiveWish AcpFrontend::live_wish(const base::ToolCallId& tool_call) const {
  return {.bytes = terminals_.contains(tool_call)};
}

void AcpFrontend::tool_calling(const ToolCalling& event) {
  const auto found = terminals_.find(event.tool_call);
  if (found == terminals_.end()) return;
  AcpTerminal& terminal = found->second;
  if (event.kind == ToolCallingKind::Complete)
    return terminal.shown ? tell_output(event.tool_call, terminal, terminal.shown->finish()) : void();
  if (event.chunk.empty()) return;
  terminal.execution = event.execution;
  if (!terminal.shown) terminal.shown.emplace(host_->secrets(terminal.env));
  tell_output(event.tool_call, terminal, terminal.shown->add(event.chunk));
}

void AcpFrontend::tell_output(const base::ToolCallId& id, const AcpTerminal& terminal, std::string_view bytes) {
  if (!bytes.empty()) tell(terminal, acp::TerminalOutputChunk{id.str(), protocol::encode_base64(bytes)});
}

template <class Update>
void AcpFrontend::tell(const AcpTerminal& terminal, Update update) {
  if (options_.updates) connection_.notify(acp::methods::session_update<Update>, {terminal.session, std::move(update)});
}

}  // namespace termhost::host
