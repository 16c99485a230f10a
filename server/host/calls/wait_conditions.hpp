// Looks at a command that somebody waits for, whether what ends their waiting has come: it waits
// for input, has printed a line, listens on a port, is quiet. The user of an editor is told of each wait for input.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "host/calls/idle_server.hpp"
#include "host/calls/replies.hpp"
#include "host/executions/terminal_reveal.hpp"

namespace termhost::host {

class WaitConditions {
 public:
  WaitConditions(const HostContext& context, Terminals& terminals, Executions& executions, Replies& answers,
                 const TerminalReveal& reveal)
      : context_(context), terminals_(terminals), executions_(executions), replies_(answers), reveal_(reveal) {}

  /// It has started, or somebody begins to wait for it; of its output what is news to them counts.
  void watch(const base::ExecutionId& execution);
  [[nodiscard]] Effects look(const base::ExecutionId& execution);
  void synced(const event::EditorSynced& event);

 private:
  /// The editor's word since a reader was seen: `had_its_say` after the editor has told all that it knows.
  struct EditorsSay {
    std::optional<base::Instant> asked{};
    std::uint64_t number = 0;  ///< of the question
    bool had_its_say = false;
  };
  struct Watched {
    std::optional<terminal::InputReader> reader;  ///< seen at the last look, and nothing was typed or printed since
    base::Instant reader_since{};
    base::Millis next{0};
    base::Instant since{};   ///< when the first look was arranged
    base::Duration used{0};  ///< processor time of all looks
    std::optional<Scheduler::TimerId> timer;
    IdleServer server;
    IdleServer in_background;  ///< which no call waits for
    EditorsSay editor;
    std::optional<tool::AwaitedInput> input;  ///< while it waits; only where the user is told
    base::Instant input_since{};
  };

  void look_after(const base::ExecutionId& execution, Watched& watched, base::Millis delay) const;
  [[nodiscard]] base::Millis rest_after(const Watched& watched, int factor) const;
  void look_again(const ExecutionRecord& record, Watched& watched, const std::vector<tool::Until>& awaited) const;
  [[nodiscard]] Replies::Check check(ExecutionRecord& record, Watched& watched, const std::vector<tool::Until>& awaited,
                                     bool waits_for_input);
  [[nodiscard]] bool tells_user(const ExecutionRecord& record) const;
  void tell_user(ExecutionRecord& record, Watched& watched, bool waits_for_input) const;
  void look_for_ports(ExecutionRecord& record, Watched& watched) const;
  [[nodiscard]] bool editor_knows_no_end(const ExecutionRecord& record, const terminal::Terminal& t, Watched& watched);
  [[nodiscard]] bool awaits_input(ExecutionRecord& record, Watched& watched);
  [[nodiscard]] bool asks_editor(terminal::Terminal& terminal, ExecutionRecord& record,
                                 const terminal::InputReader& reader) const;

  const HostContext& context_;
  Terminals& terminals_;
  Executions& executions_;
  Replies& replies_;
  const TerminalReveal& reveal_;
  std::map<base::ExecutionId, Watched> watched_;
  std::uint64_t last_question_ = 0;
};

}  // namespace termhost::host
