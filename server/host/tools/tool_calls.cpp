#include "host/tools/tool_calls.hpp"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "base/utf8.hpp"
#include "host/tools/tool_arguments.hpp"
#include "host/wire/wire.hpp"
#include "protocol/codec/encode.hpp"
#include "tool/keys.hpp"
#include "tool/reading/read_output.hpp"
#include "tool/reading/screen_text.hpp"

namespace termhost::host {
namespace {

using protocol::OrderedJson;
using protocol::ToolCallResult;

ToolCalls::Outcome bad_arguments(std::string why) {
  return base::unexpected(rpc::make_error(rpc::ErrorCode::InvalidParams, std::move(why)));
}

static_assert(static_cast<int>(protocol::StopSignal::Kill) == static_cast<int>(StopStep::Kill));

constexpr std::size_t max_command_bytes = std::size_t{4} << 20;  // judging takes some 20 bytes of memory a byte
constexpr double longest_quiet = 7 * 24 * 3600;                  // seconds
constexpr base::Millis input_settle{300};                        // long enough to see what a program makes of a key

/// A tool that understood the request and could not do it: the model reads why.
ToolCallResult refusal(std::string why) { return {{{std::move(why)}}, OrderedJson(), true}; }

bool is_failure(tool::Status status) {
  return status == tool::Status::Rejected || status == tool::Status::Denied || status == tool::Status::Lost ||
         status == tool::Status::FailedToStart;
}

ToolCallResult to_tool_result(const tool::CommandResult& result) {
  return {{{tool::format_text(result)}}, protocol::encode(to_wire(result)), is_failure(result.status)};
}

/// `note`: what the agent may have meant otherwise.
Replied replying(ToolCalls::Done done, std::string note = {}) {
  return [done = std::move(done), note = std::move(note)](tool::CommandResult result) {
    result.argument_note = note;
    done(to_tool_result(result));
  };
}

/// Other tools count in milliseconds. Nobody waits for round thousands of seconds.
std::string note_on_timeout(std::optional<int> seconds) {
  if (!seconds || *seconds < 1000 || *seconds % 500 != 0) return {};
  return fmt::format("Note: timeout counts seconds, not milliseconds: {} are {:.1f} hours.", *seconds,
                     *seconds / 3600.0);
}

/// Keys one by one, as other tools take them. Whatever else stands there stays, to be refused.
std::vector<std::string> take_key_list(protocol::Json& arguments) {
  if (!arguments.is_object() || !arguments.contains("keys")) return {};
  const protocol::Json& keys = arguments["keys"];
  const auto is_text = [](const protocol::Json& key) { return key.is_string(); };
  if (!keys.is_array() || !std::all_of(keys.begin(), keys.end(), is_text)) return {};
  auto list = keys.get<std::vector<std::string>>();
  arguments.erase("keys");
  return list;
}

/// The text of an answer of read_command_output above the lines that it shows.
std::string heading(const std::string& text) {
  const std::size_t first = text.find('\n');
  const bool noted = first != std::string::npos && text.compare(first + 1, 5, "Note:") == 0;
  return text.substr(0, noted ? text.find('\n', first + 1) : first);
}

AccessRequest access_to(const ToolCallRequest& request, const std::string& execution, ApprovalAction action) {
  return {.execution = base::ExecutionId(execution),
          .action = action,
          .text = {},
          .tool_call = request.tool_call,
          .task = request.task};
}

}  // namespace

std::optional<CallId> ToolCalls::call(const ToolCallRequest& given, Done done) {
  ToolCallRequest request = given;
  request.arguments = as_meant(given.arguments);
  if (request.name == "execute_command") return execute_command(request, std::move(done));
  if (request.name == "wait_for_command")
    wait_for_command(request, std::move(done));
  else if (request.name == "send_input")
    send_input(request, std::move(done));
  else if (request.name == "read_screen")
    read_screen(request, std::move(done));
  else if (request.name == "stop_command")
    stop_command(request, std::move(done));
  else if (request.name == "read_command_output")
    read_command_output(request, done);
  else if (request.name == "list_terminals")
    list_terminals(request, done);
  else
    done(bad_arguments(fmt::format("unknown tool '{}'; tool/list lists them", request.name)));
  return std::nullopt;
}

tool::Until ToolCalls::until_of(const std::optional<protocol::UntilArguments>& given) const {
  const protocol::UntilArguments wanted = given.value_or(protocol::UntilArguments{});
  tool::Until until{.input = wanted.input.value_or(host_.settings().yield_on_input), .port = wanted.port};
  if (wanted.pattern) until.pattern = std::make_shared<tool::OutputPattern>(*wanted.pattern);
  if (wanted.quiet)
    until.quiet = base::Millis(static_cast<std::int64_t>(std::clamp(*wanted.quiet, 0.0, longest_quiet) * 1000));
  return until;
}

std::optional<CallId> ToolCalls::execute_command(const ToolCallRequest& request, Done done) {
  auto arguments = read_arguments<protocol::ExecuteCommandArguments>(request.name, request.arguments);
  if (!arguments) {
    done(bad_arguments(arguments.error()));
    return std::nullopt;
  }
  if (arguments->command.find_first_not_of(" \t\r\n") == std::string::npos) {
    done(bad_arguments("arguments.command: expected a command, got an empty text"));
    return std::nullopt;
  }
  if (arguments->command.find('\0') != std::string::npos) {
    done(bad_arguments("arguments.command: a NUL byte can't be part of a command line"));
    return std::nullopt;
  }
  if (arguments->command.size() > max_command_bytes) {
    done(bad_arguments(
        fmt::format("arguments.command: longer than {} bytes; write it to a file, and run that", max_command_bytes)));
    return std::nullopt;
  }
  const bool keep = arguments->keep.value_or(false);
  if (keep && (host_.settings().keep_terminals == 0 || arguments->pipes.value_or(false))) {
    done(bad_arguments(
        "arguments.keep: only a command in a terminal can be kept, and only if the setting keepTerminals is not 0"));
    return std::nullopt;
  }
  ExecuteRequest execute;
  execute.command = std::move(arguments->command);
  const std::string cwd = arguments->cwd.value_or("");
  if (!cwd.empty()) execute.cwd = host_.absolute_path(cwd);
  execute.shell = arguments->shell.value_or("");
  execute.shell_by = ShellNamedBy::Agent;
  execute.timeout = request.patience;
  if (arguments->timeout) execute.timeout = std::chrono::seconds(*arguments->timeout);
  execute.until = until_of(arguments->until);
  const bool waits = execute.until.names_something();
  execute.until.serving = execute.until.input && !waits;
  execute.background = (arguments->background.value_or(false) && !waits) || arguments->timeout == 0;
  execute.keep = keep;
  execute.pipes = arguments->pipes.value_or(false);
  execute.required_cwd = arguments->required_cwd.value_or(false);
  execute.outside = arguments->sandbox.has_value();
  execute.justification = arguments->justification.value_or("");
  execute.by_user = request.by_user;
  execute.tool_call = request.tool_call;
  execute.task = request.task;
  return host_.execute(std::move(execute), replying(std::move(done), note_on_timeout(arguments->timeout)));
}

void ToolCalls::wait_for_command(const ToolCallRequest& request, Done done) {
  const auto arguments = read_arguments<protocol::WaitForCommandArguments>(request.name, request.arguments);
  if (!arguments) return done(bad_arguments(arguments.error()));
  const AccessRequest access = access_to(request, arguments->execution_id, ApprovalAction::Read);
  std::optional<base::Millis> timeout;
  if (arguments->timeout) timeout = std::chrono::seconds(*arguments->timeout);
  const tool::Until until = until_of(arguments->until);
  const std::string note = note_on_timeout(arguments->timeout);
  host_.access().permit(access, [this, access, timeout, until, note, done = std::move(done)](const auto& permitted) {
    if (!permitted) return done(refusal(permitted.error()));
    if (until.pattern) read_kept(access, *until.pattern);
    host_.wait_for(access.execution, timeout, access.tool_call, replying(done, note), until);
  });
}

/// Output that was not told yet and is not in memory any more is read from the artifact.
void ToolCalls::read_kept(const AccessRequest& access, tool::OutputPattern& pattern) {
  const ExecutionRecord* record = host_.execution(access.execution);
  if (record == nullptr || artifacts_ == nullptr) return;
  host_.flush_outputs();
  const terminal::OutputLog& log = record->execution.log();
  const auto id = log.snapshot().artifact_id;
  if (!id) return;
  if (const auto artifact = artifacts_->open_artifact(access.task, *id))
    pattern.read(**artifact, log.told(), host_.secrets().get());
}

void ToolCalls::send_input(const ToolCallRequest& request, Done done) {
  protocol::Json given = request.arguments;
  std::vector<std::string> keys = take_key_list(given);
  const auto arguments = read_arguments<protocol::SendInputArguments>(request.name, given);
  if (!arguments) return done(bad_arguments(arguments.error()));
  if (arguments->keys) keys.push_back(*arguments->keys);
  AccessRequest access = access_to(request, arguments->execution_id, ApprovalAction::Input);
  const ExecutionRecord* record = host_.execution(access.execution);
  const text::KeyModes modes = record == nullptr ? text::KeyModes{} : record->execution.log().key_modes();
  access.text = tool::text_bytes(arguments->text.value_or(""), modes);
  for (const std::string& key : keys) {
    const auto sent = tool::key_bytes(key, modes);
    if (!sent)
      return done(
          bad_arguments(fmt::format("arguments.keys: there is no key '{}'; there are <Enter>, <Tab>, <Esc>, <Up>, "
                                    "<F1>, <C-c>, <A-x>, and <lt> for a <",
                                    sent.error())));
    access.text += *sent;
  }
  if (access.text.empty()) return done(bad_arguments("arguments: expected text or keys, got neither"));
  host_.access().send_input(access, [this, access, done = std::move(done)](const auto& sent) {
    if (!sent) return done(refusal(sent.error()));
    host_.wait_for(access.execution, input_settle, access.tool_call, replying(done));
  });
}

void ToolCalls::read_screen(const ToolCallRequest& request, Done done) {
  const auto arguments = read_arguments<protocol::ReadScreenArguments>(request.name, request.arguments);
  if (!arguments) return done(bad_arguments(arguments.error()));
  const AccessRequest access = access_to(request, arguments->execution_id, ApprovalAction::Read);
  host_.access().permit(access, [this, access, done = std::move(done)](const auto& permitted) {
    if (!permitted) return done(refusal(permitted.error()));
    const ExecutionRecord* record = host_.execution(access.execution);
    if (record == nullptr || record->execution.ended())
      return done(refusal(fmt::format("Execution '{}' is not running; it has no screen.", access.execution.str())));
    const text::ScreenView view = record->execution.log().view();
    protocol::ReadScreenResult result = to_wire(view);
    result.message = tool::screen_title(view);
    done(ToolCallResult{{{tool::format_screen(view)}}, protocol::encode(result), false});
  });
}

void ToolCalls::stop_command(const ToolCallRequest& request, Done done) {
  const auto arguments = read_arguments<protocol::StopCommandArguments>(request.name, request.arguments);
  if (!arguments) return done(bad_arguments(arguments.error()));
  const AccessRequest access = access_to(request, arguments->execution_id, ApprovalAction::Stop);
  std::optional<StopStep> step;
  if (arguments->signal) step = static_cast<StopStep>(*arguments->signal);
  host_.access().permit(access, [this, access, step, done = std::move(done)](const auto& permitted) {
    if (!permitted) return done(refusal(permitted.error()));
    host_.stop(access.execution, step, StopCause::Tool, access.tool_call, replying(done));
  });
}

/// Commands of other tasks and of the person are only said to be there.
std::string ToolCalls::busy_with(const terminal::Terminal& t, const base::TaskId& task,
                                 protocol::TerminalDetails& details) const {
  const ExecutionRecord* record = host_.execution(t.current());
  if (record == nullptr) return "idle";
  if (host_.access().is_persons(t.current())) return "busy with the user's command";
  if (!host_.access().is_of_task(t.current(), task)) return "busy with another task's command";
  details.executions.push_back(
      {.execution_id = t.current(), .command = record->line(), .running = true, .hot = host_.is_hot(*record)});
  return fmt::format("running execution {}: {}", t.current().str(), record->line());
}

void ToolCalls::list_terminals(const ToolCallRequest& request, const Done& done) {
  const auto arguments = read_arguments<protocol::ListTerminalsArguments>(request.name, request.arguments);
  if (!arguments) return done(bad_arguments(arguments.error()));
  host_.see_terminals_without_integration();
  const auto secrets = host_.secrets();
  protocol::ListTerminalsResult result;
  std::string text;
  for (const auto& [id, t] : host_.terminals()) {
    if (t.identity().spare) continue;
    protocol::TerminalDetails details = to_wire(t, request.task);
    const std::string cwd = secrets ? secrets->hide(t.cwd()).text : t.cwd();
    if (details.cwd) details.cwd = cwd;
    if (const std::string& machine = host_.environment().machine; !machine.empty()) details.host = machine;
    const std::string inside =
        t.identity().sandbox.is_on() ? fmt::format(", sandbox {}", to_string(t.identity().sandbox.level)) : "";
    text += fmt::format("{}: {} in '{}'{}, {}\n", id.str(), shell::to_string(t.shell()), cwd, inside,
                        busy_with(t, request.task, details));
    result.terminals.push_back(std::move(details));
  }
  if (text.empty()) text = "There are no terminals.\n";
  done(ToolCallResult{{{text}}, protocol::encode(result), false});
}

void ToolCalls::read_command_output(const ToolCallRequest& request, const Done& done) {
  auto arguments = read_arguments<protocol::ReadCommandOutputArguments>(request.name, request.arguments);
  if (!arguments) return done(bad_arguments(arguments.error()));
  if (artifacts_ == nullptr) return done(refusal("There is no storage folder, so no output was kept."));
  host_.flush_outputs();
  const auto secrets = host_.secrets();
  const auto page = tool::read_output(*artifacts_, request.task,
                                      {.artifact_id = arguments->artifact_id,
                                       .search = arguments->search,
                                       .offset = arguments->offset,
                                       .limit = arguments->limit,
                                       .most = request.most_read,
                                       .context_lines = arguments->context_lines,
                                       .secrets = secrets.get()});
  if (!page) return done(refusal(page.error()));
  const auto signed_or_none = [](const std::optional<std::uint64_t>& n) {
    return n ? std::optional(static_cast<std::int64_t>(*n)) : std::nullopt;
  };
  protocol::ReadCommandOutputResult result;
  result.artifact_id = arguments->artifact_id;
  result.text = base::well_formed(page->output);
  result.offset = static_cast<std::int64_t>(page->begin);
  result.next_offset = signed_or_none(page->next_offset);
  result.total_bytes = static_cast<std::int64_t>(page->total_bytes);
  result.matches = signed_or_none(page->total_matches);
  result.hidden = to_wire(page->hidden);
  result.complete = page->complete;
  OrderedJson structure = protocol::encode(result);
  structure["message"] = heading(page->text);
  done(ToolCallResult{{{page->text}}, std::move(structure), false});
}

}  // namespace termhost::host
