// An editor without a window: answers at once, or keeps the question for the test to answer.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "host/ports/shim.hpp"

namespace termhost::testing {

class FakeShim final : public host::Shim {
 public:
  struct Submission {
    base::TerminalId terminal;
    std::string text;
    shell::SubmitMode mode;
    Submitted answer;
  };

  [[nodiscard]] host::ShimCapabilities capabilities() const override { return can; }
  void create_terminal(const host::CreateTerminal& request, Created created) override {
    creations.push_back(request);
    if (request.owned) return created(*request.owned);
    if (hold_creations) return held_creations.push_back(std::move(created));
    created(base::TerminalId(fmt::format("t{}", creations.size())));
  }
  void submit(const base::TerminalId& terminal, std::string_view text, shell::SubmitMode mode,
              Submitted submitted) override {
    submissions.push_back({terminal, std::string(text), mode, std::move(submitted)});
  }
  void send_input(const base::TerminalId& terminal, std::string_view text) override {
    input.emplace_back(terminal, std::string(text));
  }
  void interrupt(const base::TerminalId& terminal) override { interrupts.push_back(terminal); }
  void dispose(const base::TerminalId& terminal) override { disposed.push_back(terminal); }
  void show(const base::TerminalId& terminal) override { shown.push_back(terminal); }
  void sync(const base::TerminalId&, Synced synced) override { syncs.push_back(std::move(synced)); }
  void ask_approval(const host::ApprovalQuestion& question, Answered answered) override {
    questions.push_back(question);
    answers.push_back(std::move(answered));
  }
  void withdraw_approval(const base::ToolCallId& id) override { withdrawn.push_back(id); }
  [[nodiscard]] host::LiveWish live_wish(const base::ToolCallId&) const override { return wish; }
  void tool_calling(const host::ToolCalling& event) override {
    if (completes[event.tool_call] > 0) disorder = "an event after complete";
    if (event.kind == host::ToolCallingKind::Complete) {
      ++completes[event.tool_call];
      tried[event.tool_call] = event.tried;
      return;
    }
    ++live_events;
    std::string& text = event.kind == host::ToolCallingKind::Stdout ? printed[event.tool_call] : errors;
    if (wish.bytes && event.offset != missed + text.size())
      disorder = "an offset that is not where the last event ended";
    text += event.chunk;
    rendered[event.tool_call] += event.rendered;
  }
  void status_changed(const host::TerminalStatus& status) override { statuses.push_back(status); }
  void owned_printed(const base::TerminalId&, std::string_view) override {}

  host::LiveWish wish{.bytes = true, .rendered = true};
  host::ShimCapabilities can{.terminals = true,
                             .source = terminal::Source::Events,
                             .execute = true,
                             .plain = true,
                             .paste = true,
                             .interrupt = true,
                             .show = true,
                             .dispose = true,
                             .owned = false,
                             .approval = true};
  bool hold_creations = false;
  std::vector<host::CreateTerminal> creations;
  std::vector<Created> held_creations;
  std::vector<Submission> submissions;
  std::vector<std::pair<base::TerminalId, std::string>> input;
  std::vector<Synced> syncs;
  std::vector<base::TerminalId> interrupts, disposed, shown;
  std::vector<host::ApprovalQuestion> questions;
  std::vector<Answered> answers;
  std::vector<base::ToolCallId> withdrawn;
  std::vector<host::TerminalStatus> statuses;
  std::map<base::ToolCallId, int> completes;
  std::map<base::ToolCallId, std::string> printed, rendered, tried;
  std::string errors;
  int live_events = 0;     // but for `complete`
  std::size_t missed = 0;  // bytes that were printed while nobody wished for them
  std::string disorder;    // of live output: what was wrong last
};

}  // namespace termhost::testing
