// Requests of the host to an editor. The front ends implement them; `exec` has one that can only listen. Answers come
// through the callbacks, later, on the same thread. A callback that is destroyed without an answer was never asked.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "approval/decision/decide.hpp"
#include "base/expected.hpp"
#include "base/ids.hpp"
#include "protocol/approval.hpp"
#include "shell/launch/submission.hpp"
#include "terminal/shells/terminal.hpp"
#include "tool/results/awaited_input.hpp"
#include "tool/results/command_result.hpp"

namespace termhost::host {

struct ShimCapabilities {
  bool terminals = false;  ///< it can create terminals and type into them
  terminal::Source source = terminal::Source::Events;
  bool execute = false, plain = false, paste = false;  ///< modes of submission
  bool interrupt = false, show = false, dispose = false, sync = false;
  bool owned = false;            ///< it can show a terminal that we run
  bool approval = false;         ///< it can ask the person
  bool rendered_output = false;  ///< it wants the live output as text, not as the terminal's bytes
  bool live_output = true;       ///< it wants any at all
  bool status = false;           ///< its user sees which commands run, and which wait for input
};

struct CreateTerminal {
  std::string request_id;
  std::string cwd;
  std::string name;
  std::map<std::string, std::string> env;
  std::optional<std::vector<std::string>> argv;  ///< source Bytes: what to start
  std::optional<std::string> shell;
  base::TaskId task;
  std::optional<base::TerminalId> owned;  ///< show this terminal of ours, start nothing
  std::string nonce;                      ///< owned: of the marks in its bytes; empty: it has none
};

using protocol::ApprovalAction;
using protocol::ApprovalDecision;

struct ApprovalQuestion {
  base::ToolCallId tool_call;
  base::TaskId task;
  ApprovalAction action = ApprovalAction::Run;
  std::string command;  ///< what would run; Input: what would be typed; Stop, Read: as `target`
  std::string target;   ///< the running command that it is about; empty for Run
  std::string cwd;
  shell::ShellKind shell = shell::ShellKind::Unknown;
  approval::Decision decision;
  std::string place;    ///< where it would run: on another machine, in a sandbox; empty: neither
  std::string agent{};  ///< who asks, in words; empty: an agent of the editor itself
};

using protocol::RememberScope;

struct Remember {
  bool allowed = true;  ///< else denied
  std::string prefix;
  RememberScope scope = RememberScope::Always;
};

struct ApprovalAnswer {
  ApprovalDecision verdict = ApprovalDecision::Reject;
  std::string command;   ///< Edit
  std::string feedback;  ///< told with the result
  std::string problem;   ///< not empty: nobody answered, and why; it counts as Reject
  std::optional<Remember> remember;
};

enum class ToolCallingKind { Stdout, Stderr, Complete };

struct ToolCalling {
  base::ToolCallId tool_call;
  base::ExecutionId execution;
  ToolCallingKind kind = ToolCallingKind::Stdout;
  std::string_view chunk;     ///< the terminal's bytes, control sequences and all; valid UTF-8
  std::string_view rendered;  ///< text that came of them, in whole lines that can't change any more
  std::string_view command;
  std::string_view cwd;
  std::optional<int> exit_code;             ///< Complete
  std::optional<tool::Status> never_ran{};  ///< Complete, of a command that no shell got: the result's status
  std::string_view reason{};                ///< of never_ran
  std::uint64_t offset = 0;                 ///< bytes of the stream before this chunk
  std::uint64_t rendered_offset = 0;        ///< bytes of rendered output before `rendered`
  std::string tried{};                      ///< Complete, of a trial: the changes in its copy, in words
};

/// Which form of a call's live output somebody looks at; `news`: only that there is more.
struct LiveWish {
  bool bytes = false, rendered = false, news = false;
};

struct TerminalStatus {
  base::TerminalId terminal;
  bool busy = false;
  std::string command;
  std::string cwd;
  base::ExecutionId execution;
  base::ToolCallId tool_call;  ///< empty: a person's command, or a preparation
  std::optional<tool::AwaitedInput> input{};
  base::TaskId task{};
  std::string agent{};  ///< from outside of the editor, in words for its user; empty: there is none
  sandbox::Level sandbox = sandbox::Level::Off;
  std::vector<int> unreached{};  ///< ports of a trial with a network of its own
};

/// That nobody can give the word that the question needs, and which rules `where` would make it unnecessary: a sentence
/// without its full stop. Empty where the question is no matter of rules.
[[nodiscard]] std::string nobody_to_ask(const ApprovalQuestion& question,
                                        std::string_view who = "nobody can be asked here",
                                        std::string_view where = "allowedCommands, or set autoApprove");

class Shim {
 public:
  virtual ~Shim() = default;
  [[nodiscard]] virtual ShimCapabilities capabilities() const = 0;
  /// The error is of nobody_to_ask().
  [[nodiscard]] virtual base::Expected<void, std::string> can_ask(const ApprovalQuestion& question) const {
    if (!capabilities().approval) return base::unexpected(nobody_to_ask(question));
    return {};
  }

  using Created = std::function<void(base::Expected<base::TerminalId, std::string>)>;
  virtual void create_terminal(const CreateTerminal& request, Created created) = 0;
  /// Answers with the editor's name for the execution, or an empty one where the text was typed.
  using Submitted = std::function<void(base::Expected<std::string, std::string>)>;
  virtual void submit(const base::TerminalId& terminal, std::string_view text, shell::SubmitMode mode,
                      Submitted submitted) = 0;
  virtual void send_input(const base::TerminalId& terminal, std::string_view text) = 0;
  virtual void interrupt(const base::TerminalId& terminal) = 0;
  virtual void dispose(const base::TerminalId& terminal) = 0;
  /// Brings it before the person's eyes, without the focus.
  virtual void show(const base::TerminalId& terminal) = 0;

  /// Answered once the editor has told what it knew of the terminal at that moment.
  using Synced = std::function<void()>;
  virtual void sync(const base::TerminalId& /*terminal*/, Synced /*synced*/) {}

  using Answered = std::function<void(ApprovalAnswer)>;
  virtual void ask_approval(const ApprovalQuestion& question, Answered answered) = 0;
  virtual void withdraw_approval(const base::ToolCallId& tool_call) = 0;

  /// The form of live output that the watchers of the call look at. Other forms may be missing from the events of the
  /// call.
  [[nodiscard]] virtual LiveWish live_wish(const base::ToolCallId& tool_call) const = 0;
  virtual void tool_calling(const ToolCalling& event) = 0;
  virtual void status_changed(const TerminalStatus& status) = 0;
  /// Bytes of an owned terminal that the editor shows.
  virtual void owned_printed(const base::TerminalId& terminal, std::string_view bytes) = 0;
};

}  // namespace termhost::host
