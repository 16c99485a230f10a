// The story that a shell with integration tells in its bytes: owned terminals, and an editor's terminals of source
// "bytes".
#pragma once

#include <string_view>

#include "host/executions/executions.hpp"
#include "host/executions/query_answers.hpp"

namespace termhost::host {

class ShellEvents {
 public:
  ShellEvents(const HostContext& context, Terminals& terminals, Executions& executions,
              const QueryAnswers& query_answers)
      : context_(context), terminals_(terminals), executions_(executions), query_answers_(query_answers) {}

  /// Reads up to the first event from which something follows; that comes first, then the rest of the bytes.
  [[nodiscard]] Effects consume(const base::TerminalId& id, const Chunk& chunk);
  [[nodiscard]] Effects take(const effect::HandleShellEvent& effect);
  [[nodiscard]] Effects look_at_foreground(const event::ForegroundLookDue& event);
  [[nodiscard]] Effects owned_printed(const event::OwnedPrinted& event);
  /// By the person, or by the end of a shell of the editor's.
  [[nodiscard]] Effects closed(const event::TerminalClosed& event);
  [[nodiscard]] Effects owned_exited(const event::OwnedExited& event);
  [[nodiscard]] Effects owned_obstructed(const event::OwnedObstructed& event);

 private:
  [[nodiscard]] Effects said(terminal::Terminal& t, const terminal::ShellEvent& event);
  [[nodiscard]] Effects take(terminal::Terminal& t, const terminal::ShellEvent& event);
  [[nodiscard]] bool is_doubtful(const terminal::Terminal& t, terminal::ShellEventKind kind);
  [[nodiscard]] std::vector<Holder> new_holders(terminal::Terminal& t) const;
  void look_soon(terminal::Terminal& t, bool shell_was_there) const;
  void printed(terminal::Terminal& t, std::string_view bytes);
  void defer_output(terminal::Terminal& t, std::string_view bytes);
  void reject_deferred(terminal::Terminal& t);
  [[nodiscard]] Effects started(terminal::Terminal& t);
  [[nodiscard]] Effects ended(terminal::Terminal& t, std::optional<int> exit_code);
  [[nodiscard]] Effects prompt_shown(terminal::Terminal& t);
  [[nodiscard]] Effects prompt_ready(terminal::Terminal& t);

  const HostContext& context_;
  Terminals& terminals_;
  Executions& executions_;
  const QueryAnswers& query_answers_;
};

}  // namespace termhost::host
