#include "host/editor/editor_frontend.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "host/wire/wire.hpp"
#include "protocol/base64.hpp"
#include "protocol/codec/decode.hpp"
#include "protocol/methods.hpp"
#include "protocol/tools.hpp"
#include "rpc/json_reader.hpp"
#include "rpc/message.hpp"

namespace termhost::host {
namespace {

namespace methods = protocol::methods;
using rpc::Reply;

void fail_unknown(auto& reply, const base::ExecutionId& id) {
  reply.fail(rpc::ErrorCode::InvalidParams, fmt::format("execution '{}' is unknown", id.str()));
}

}  // namespace

EditorFrontend::EditorFrontend(rpc::Connection& connection, EditorHooks hooks)
    : connection_(connection), hooks_(std::move(hooks)) {}

void EditorFrontend::attach(Host& host, tool::ArtifactSource* artifacts) {
  host_ = &host;
  tools_ = std::make_unique<ToolCalls>(host, artifacts);
  handle_lifecycle();
  handle_terminals();
  handle_executions();
  handle_tools();
}

/// To the editor's log: what is wrong always, the rest as the trace asks for it; nothing if there is nothing to say.
void EditorFrontend::tell(protocol::LogLevel level, const std::string& message) {
  if (message.empty() || (level > protocol::LogLevel::Warning && trace_ == protocol::Trace::Off)) return;
  if (level <= protocol::LogLevel::Warning && hooks_.log) hooks_.log(message);
  tracing_ = true;
  connection_.notify_droppable(methods::log_message, {static_cast<int>(level), message});
  tracing_ = false;
}

/// A request whose only news is a failure.
template <class Params>
void EditorFrontend::call_or_tell(const protocol::RequestMethod<Params, protocol::Nothing>& method,
                                  const Params& params) {
  connection_.call(method, params, [this, name = method.name](const auto& outcome) {
    if (!outcome) tell(protocol::LogLevel::Warning, fmt::format("{} failed: {}", name, outcome.error().message));
  });
}

void EditorFrontend::set_trace(protocol::Trace trace_level) {
  trace_ = trace_level;
  if (trace_ == protocol::Trace::Off) return connection_.set_tracer({});
  connection_.set_tracer([this](rpc::Way way, std::string_view message) { trace(way, message); });
}

/// The trace of a message has its name and id. It has the whole message only on request, because messages hold text
/// that the user types.
void EditorFrontend::trace(rpc::Way way, std::string_view message) {
  if (tracing_) return;
  const protocol::Json json = rpc::read_json(message).value_or(protocol::Json());
  const std::string method = json.is_object() ? rpc::text_field(json, "method") : std::string();
  std::string line = way == rpc::Way::In ? "received " : "sent ";
  line += method.empty() ? "an answer" : method;
  if (json.is_object() && json.contains("id")) line += ", id " + protocol::to_text(json["id"]);
  if (trace_ == protocol::Trace::Verbose) line += ": " + std::string(message);
  tell(protocol::LogLevel::Log, line);
}

base::TerminalId EditorFrontend::own_id(const base::TerminalId& shown) const {
  const auto found = shown_of_.find(shown);
  return found == shown_of_.end() ? shown : found->second;
}

/// A setting that is not named keeps its value, also one that the user chose to remember. Null resets a setting to the
/// value in the user's file. A sandbox is named as a whole. An empty list of allowed commands ends all allow rules.
void EditorFrontend::apply_settings(protocol::Json json) {
  Settings settings = host_->configured();
  const protocol::Json defaults = protocol::encode(host_->defaults());
  if (json.is_object()) {
    if (const auto allowed = json.find("allowedCommands"); allowed != json.end())
      allows_nothing_ = allowed->is_array() && allowed->empty();
    for (auto& [name, value] : json.items())
      if (value.is_null() && defaults.contains(name)) value = defaults.at(name);
    for (const std::string_view name : rule_settings)
      if (json.contains(name)) rule_problems_.erase(std::string(name));
    if (json.contains("sandbox")) settings.sandbox = host_->defaults().sandbox;
    for (const protocol::DecodeError& error : protocol::decode_leniently(json, "settings", settings)) {
      const std::string_view rules = rules_named_in(error.path);
      if (!rules.empty()) rule_problems_.insert_or_assign(std::string(rules), protocol::to_string(error));
      tell(protocol::LogLevel::Warning, protocol::to_string(error) + "; it keeps its value" +
                                            (rules.empty() ? "" : ", and every command needs approval"));
    }
    if (rule_problems_.contains("sandbox")) settings.sandbox = host_->configured().sandbox;
  } else if (!json.is_null()) {
    tell(protocol::LogLevel::Warning, "settings: expected an object; all settings keep their values");
  }
  host_->set_settings(std::move(settings), rule_problems_.empty() ? std::string() : rule_problems_.begin()->second,
                      allows_nothing_);
  tell(protocol::LogLevel::Warning, policy_warning(host_->policy(), told_problem_));
  if (hooks_.settings_changed) hooks_.settings_changed();
}

/// The last folders stay if none would be left, because commands have to run somewhere.
void EditorFrontend::change_folders(const protocol::WorkspaceFoldersChange& change) {
  std::vector<std::string> folders = host_->environment().workspace_folders;
  const auto path_of = [this](const protocol::WorkspaceFolder& folder) {
    return host_->environment().shared.path(path_of_uri(folder.uri));
  };
  for (const auto& list : {change.removed, change.added})
    for (const protocol::WorkspaceFolder& folder : list) std::erase(folders, path_of(folder));
  for (const protocol::WorkspaceFolder& folder : change.added) folders.push_back(path_of(folder));
  host_->set_workspace_folders(std::move(folders));
  tell(protocol::LogLevel::Warning, policy_warning(host_->policy(), told_problem_));
}

void EditorFrontend::handle_lifecycle() {
  rpc::Dispatcher& on = connection_.incoming();
  on.on(methods::initialize, [this](const protocol::InitializeParams& params, Reply<protocol::InitializeResult> reply) {
    capabilities_ = from_wire(params.capabilities);
    if (!hooks_.has_terminals) capabilities_.terminals = capabilities_.owned = false;
    change_folders({.added = params.workspace_folders.value_or(std::vector<protocol::WorkspaceFolder>{})});
    set_trace(params.trace);
    if (hooks_.open_storage) hooks_.open_storage(params.initialization_options.storage_dir);
    apply_settings(params.initialization_options.settings);
    if (params.capabilities.agents && hooks_.asks_about_agents) hooks_.asks_about_agents();
    if (params.process_id && hooks_.watch_parent) hooks_.watch_parent(*params.process_id);
    protocol::InitializeResult result;
    for (const protocol::ToolDescription& tool : protocol::tool_list().tools)
      result.capabilities.tools.push_back(tool.name);
    reply(result);
  });
  on.on(methods::initialized, [](const protocol::Nothing&) {});
  on.on(methods::shutdown, [this](const protocol::Nothing&, Reply<protocol::Nothing> reply) {
    host_->shut_down();
    if (hooks_.shut_down) hooks_.shut_down();
    reply({});
  });
  on.on(methods::set_trace, [this](const protocol::SetTraceParams& params) { set_trace(params.value); });
  on.on(methods::did_change_configuration,
        [this](const protocol::DidChangeConfigurationParams& params) { apply_settings(params.settings); });
  on.on(methods::did_change_workspace_folders,
        [this](const protocol::DidChangeWorkspaceFoldersParams& params) { change_folders(params.event); });
  on.on_exit([this](int status) {
    host_->shut_down();
    if (hooks_.exit) hooks_.exit(status);
  });
}

void EditorFrontend::handle_terminals() {
  rpc::Dispatcher& on = connection_.incoming();
  on.on(methods::terminal_did_open, [this](const protocol::TerminalDidOpenParams& p) { opened(p); });
  on.on(methods::terminal_did_change_shell_integration,
        [this](const protocol::TerminalDidChangeShellIntegrationParams& p) {
          host_->integration_changed(p.terminal_id, from_wire(p.integration), p.cwd.value_or(""), p.shell.value_or(""));
        });
  on.on(methods::terminal_did_resize, [this](const protocol::TerminalDidResizeParams& p) {
    host_->terminal_resized(own_id(p.terminal_id), p.cols, p.rows);
  });
  on.on_stream(rpc::StreamChunk::Kind::Terminal, [this](const rpc::StreamChunk& chunk) {
    host_->terminal_wrote(base::TerminalId(std::string(chunk.id)), chunk.data);
  });
  on.on(methods::terminal_did_interact,
        [this](const protocol::TerminalParams& p) { host_->terminal_interacted(own_id(p.terminal_id)); });
  on.on(methods::terminal_did_input,
        [this](const protocol::TerminalDidInputParams& p) { host_->terminal_input(own_id(p.terminal_id), p.data); });
  on.on(methods::terminal_did_close, [this](const protocol::TerminalDidCloseParams& p) {
    host_->terminal_closed(own_id(p.terminal_id), p.exit_code, p.reason.value_or(""));
  });
  on.on(methods::terminal_launch,
        [this](const protocol::TerminalLaunchParams& p, Reply<protocol::TerminalLaunchResult> reply) {
          const auto launch = host_->launch(p.shell.value_or(""));
          if (!launch) return reply.fail(rpc::ErrorCode::RequestFailed, to_string(launch.error()));
          reply({launch->argv, launch->env, host_->absolute_path(p.cwd.value_or(""))});
        });
}

/// A view of a terminal of ours may be told of like any other, also before the request that asked for it is answered.
void EditorFrontend::opened(const protocol::TerminalDidOpenParams& params) {
  const base::TerminalId asked(params.request_id.value_or(""));  // a view is asked for by our terminal's id
  if (views_.contains(asked)) show_as(asked, params.terminal_id);
  host_->terminal_opened(own_id(params.terminal_id), from_wire(params));
}

void EditorFrontend::show_as(const base::TerminalId& owned, const base::TerminalId& view) {
  View& known = views_[owned];
  known.name = view;
  shown_of_.insert_or_assign(view, owned);
  if (!known.early.empty()) owned_printed(owned, std::exchange(known.early, {}));
}

/// The editor's name for a terminal: of its view, where it is ours.
const base::TerminalId& EditorFrontend::shown_id(const base::TerminalId& id) const {
  const auto view = views_.find(id);
  return view == views_.end() || view->second.name.empty() ? id : view->second.name;
}

void EditorFrontend::handle_executions() {
  rpc::Dispatcher& on = connection_.incoming();
  on.on(methods::shell_execution_did_start, [this](const protocol::ShellExecutionDidStartParams& p) {
    host_->execution_started(p.terminal_id, p.execution_id, p.command_line ? p.command_line->value : std::string(),
                             p.cwd.value_or(""), from_wire(p.resumed));
  });
  on.on_stream(rpc::StreamChunk::Kind::ShellExecution, [this](const rpc::StreamChunk& chunk) {
    host_->execution_wrote(chunk.id, chunk.data, chunk.index, chunk.part_bytes);
  });
  on.on(methods::shell_execution_did_end, [this](const protocol::ShellExecutionDidEndParams& p) {
    host_->execution_ended(p.execution_id, p.exit_code, p.drained.value_or(true));
  });
}

void EditorFrontend::handle_tools() {
  rpc::Dispatcher& on = connection_.incoming();
  on.on(methods::tool_list,
        [](const protocol::Nothing&, Reply<protocol::ToolListResult> reply) { reply(protocol::tool_list()); });
  on.on(methods::tool_call, [this](const protocol::ToolCallParams& p, Reply<protocol::ToolCallResult> reply) {
    const ToolCallRequest request{.name = p.name,
                                  .arguments = p.arguments,
                                  .tool_call = p.tool_call_id.value_or(base::ToolCallId("unknown")),
                                  .task = p.task_id.value_or(base::TaskId()),
                                  .patience = call_patience(host_->settings()),
                                  .by_user = p.by_user};
    auto shared = std::make_shared<Reply<protocol::ToolCallResult>>(std::move(reply));
    const std::optional<CallId> call = tools_->call(request, [shared](ToolCalls::Outcome outcome) {
      if (outcome) return (*shared)(*outcome);
      shared->fail(std::move(outcome.error()));
    });
    if (call) shared->on_cancel([this, id = *call] { host_->cancel(id); });
  });
  on.on(methods::tool_did_change_live_output,
        [this](const protocol::ToolDidChangeLiveOutputParams& p) { capabilities_.live_output = p.wanted; });
  on.on(methods::tool_background, [this](const protocol::ToolBackgroundParams& p, Reply<protocol::Nothing> reply) {
    host_->background(p.tool_call_id);
    reply({});
  });
  on.on(methods::tool_stop, [this](const protocol::ToolStopParams& p, Reply<protocol::Nothing> reply) {
    if (!host_->knows(p.execution_id)) return fail_unknown(reply, p.execution_id);
    auto shared = std::make_shared<Reply<protocol::Nothing>>(std::move(reply));
    host_->stop(p.execution_id, std::nullopt, StopCause::Person, {}, [shared](const auto&) { (*shared)({}); });
  });
  on.on(methods::tool_output, [this](const protocol::ToolOutputParams& p, Reply<protocol::CommandOutput> reply) {
    host_->flush_outputs();
    const ExecutionRecord* record = host_->execution(p.execution_id);
    if (record == nullptr) return fail_unknown(reply, p.execution_id);
    auto output = to_wire(record->execution.log().persons_snapshot());
    if (!record->task.empty()) output.task_id = record->task;
    reply(output);
  });
  on.on(methods::approval_check,
        [this](const protocol::ApprovalCheckParams& p, Reply<protocol::ApprovalCheckResult> reply) {
          const shell::ShellKind shell = p.shell ? shell::shell_kind_of(*p.shell) : host_->default_shell();
          const approval::Decision decision = host_->check(p.command, host_->absolute_path(p.cwd.value_or("")), shell);
          reply(to_wire(decision, host_->placing().of(decision)));
        });
  on.on(methods::environment_details,
        [this](const protocol::TaskParams& p, Reply<protocol::EnvironmentDetailsResult> reply) {
          environment_details(p, std::move(reply));
        });
  on.on(methods::task_did_rewind,
        [this](const protocol::TaskDidRewindParams& p) { host_->task_rewound(p.task_id, p.keep); });
  on.on(methods::task_did_end, [this](const protocol::TaskDidEndParams& p) { host_->task_ended(p.task_id); });
}

void EditorFrontend::environment_details(const protocol::TaskParams& params,
                                         Reply<protocol::EnvironmentDetailsResult> reply) {
  const base::TaskId task = params.task_id.value_or(base::TaskId());
  const std::vector<tool::ExecutionDetails> news = host_->take_environment_details(task);
  protocol::EnvironmentDetailsResult result;
  result.text = tool::format_environment_details(news);
  for (const auto& [id, t] : host_->terminals()) result.terminals.push_back(to_wire(t, task));
  for (const tool::ExecutionDetails& entry : news) {
    if (entry.terminal.empty()) {
      result.waiting.push_back(to_wire(entry));
      continue;
    }
    auto of_terminal = std::ranges::find(result.terminals, entry.terminal, &protocol::TerminalDetails::terminal_id);
    if (of_terminal == result.terminals.end()) {  // its terminal is gone, the news is not
      of_terminal = result.terminals.insert(
          of_terminal, protocol::TerminalDetails{.terminal_id = entry.terminal, .owned = entry.owned});
    }
    of_terminal->executions.push_back(to_wire(entry));
  }
  reply(result);
}

void EditorFrontend::create_terminal(const CreateTerminal& request, Created created) {
  if (request.owned) views_.insert_or_assign(*request.owned, View{});
  protocol::TerminalCreateParams params;
  params.request_id = request.request_id;
  params.cwd = request.cwd;
  params.name = request.name;
  params.env = request.env;
  params.argv = request.argv;
  params.shell = request.shell;
  if (!request.task.empty()) params.task_id = request.task;
  if (request.owned) params.owned = true;
  if (!request.nonce.empty()) params.nonce = request.nonce;
  connection_.call(methods::terminal_create, params,
                   [this, owned = request.owned,
                    created](const base::Expected<protocol::TerminalCreateResult, rpc::RpcError>& outcome) {
                     if (owned && !views_.contains(*owned)) {  // it has ended meanwhile
                       if (outcome) dispose(outcome->terminal_id);
                       return;
                     }
                     if (!outcome && owned) views_[*owned].refused = true;
                     if (!outcome) return created(base::unexpected(outcome.error().message));
                     if (owned) show_as(*owned, outcome->terminal_id);
                     created(outcome->terminal_id);
                   });
}

void EditorFrontend::submit(const base::TerminalId& terminal, std::string_view text, shell::SubmitMode mode,
                            Submitted submitted) {
  const protocol::TerminalSubmitParams params{terminal, std::string(text), to_wire(mode)};
  connection_.call(methods::terminal_submit, params,
                   [submitted](const base::Expected<protocol::TerminalSubmitResult, rpc::RpcError>& outcome) {
                     if (!outcome) return submitted(base::unexpected(outcome.error().message));
                     submitted(outcome->execution_id.value_or(""));
                   });
}

void EditorFrontend::send_input(const base::TerminalId& terminal, std::string_view text) {
  call_or_tell(methods::terminal_send_input, {terminal, std::string(text)});
}

void EditorFrontend::interrupt(const base::TerminalId& terminal) {
  if (!capabilities_.interrupt) return send_input(terminal, "\x03");
  call_or_tell(methods::terminal_interrupt, {terminal, std::nullopt});
}

void EditorFrontend::dispose(const base::TerminalId& terminal) {
  const auto id = shown_id(terminal);
  const auto view = views_.extract(terminal);
  shown_of_.erase(id);
  if (!capabilities_.dispose || (!view.empty() && view.mapped().refused)) return;
  call_or_tell(methods::terminal_dispose, {id, std::nullopt});
}

void EditorFrontend::sync(const base::TerminalId& terminal, Synced synced) {
  connection_.call(methods::terminal_sync, {terminal, std::nullopt}, [synced](const auto& /*outcome*/) { synced(); });
}

void EditorFrontend::show(const base::TerminalId& terminal) {
  if (!capabilities_.show) return;
  call_or_tell(methods::terminal_show, {shown_id(terminal), true});
}

void EditorFrontend::ask_approval(const ApprovalQuestion& question, Answered answered) {
  const base::ToolCallId id = question.tool_call;
  questions_[id] = connection_.call(
      methods::approval_request, to_wire(question),
      [this, id, answered](const base::Expected<protocol::ApprovalRequestResult, rpc::RpcError>& outcome) {
        questions_.erase(id);
        if (outcome) return answered(from_wire(*outcome));
        answered({.problem = fmt::format("the question could not be asked: {}", outcome.error().message)});
      });
}

void EditorFrontend::withdraw_approval(const base::ToolCallId& tool_call) {
  const auto question = questions_.find(tool_call);
  if (question != questions_.end()) connection_.cancel(question->second);
}

LiveWish EditorFrontend::live_wish(const base::ToolCallId& /*tool_call*/) const {
  const bool rendered = capabilities_.rendered_output;
  return {.bytes = capabilities_.live_output && !rendered, .rendered = capabilities_.live_output && rendered};
}

void EditorFrontend::tool_calling(const ToolCalling& event) {
  const protocol::ToolCallingParams params = to_wire(event, capabilities_.rendered_output);
  if (event.kind == ToolCallingKind::Complete) return connection_.notify(methods::tool_calling, params);
  if (params.data.chunk->empty() || !capabilities_.live_output) return;
  connection_.notify_droppable(methods::tool_calling, params);
}

void EditorFrontend::status_changed(const TerminalStatus& status) {
  protocol::TerminalDidChangeStatusParams params = to_wire(status);
  params.terminal_id = shown_id(status.terminal);
  connection_.notify(methods::terminal_did_change_status, params);
}

/// Output from before the view has its name waits for the name.
void EditorFrontend::owned_printed(const base::TerminalId& terminal, std::string_view bytes) {
  constexpr std::size_t most_held = 1 << 20;
  const auto found = views_.find(terminal);
  if (found == views_.end() || found->second.refused) return;
  View& view = found->second;
  if (view.name.empty()) return void(view.early.append(bytes.substr(0, most_held - view.early.size())));
  connection_.notify(methods::terminal_did_print,
                     {view.name, protocol::encode_base64(bytes), protocol::Encoding::Base64});
}

}  // namespace termhost::host
