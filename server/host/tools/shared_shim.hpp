// One editor, and agents from outside of it: the host talks to the editor as always, with the name of the agent in its
// questions, terminals and states, and each agent hears what calls print.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "host/ports/shim.hpp"

namespace termhost::host {

class SharedShim final : public Shim {
 public:
  /// `editor` must outlive it.
  explicit SharedShim(Shim& editor) : editor_(editor) {}

  void add_listener(Shim& listener) { listeners_.push_back(&listener); }
  void remove_listener(Shim& listener) { std::erase(listeners_, &listener); }

  /// The task's agent, in words for the editor's user.
  void set_agent(const base::TaskId& task, std::string agent) { agents_.insert_or_assign(task, std::move(agent)); }
  void remove_agent(const base::TaskId& task) { agents_.erase(task); }

  [[nodiscard]] ShimCapabilities capabilities() const override { return editor_.capabilities(); }
  [[nodiscard]] base::Expected<void, std::string> can_ask(const ApprovalQuestion& question) const override {
    return editor_.can_ask(question);
  }
  void create_terminal(const CreateTerminal& request, Created created) override {
    const std::string agent = agent_of(request.task);
    if (agent.empty()) return editor_.create_terminal(request, std::move(created));
    CreateTerminal named = request;
    named.name += ": " + agent.substr(0, agent.find(" ("));
    editor_.create_terminal(named, std::move(created));
  }
  void submit(const base::TerminalId& terminal, std::string_view text, shell::SubmitMode mode,
              Submitted submitted) override {
    editor_.submit(terminal, text, mode, std::move(submitted));
  }
  void send_input(const base::TerminalId& terminal, std::string_view text) override {
    editor_.send_input(terminal, text);
  }
  void interrupt(const base::TerminalId& terminal) override { editor_.interrupt(terminal); }
  void dispose(const base::TerminalId& terminal) override { editor_.dispose(terminal); }
  void sync(const base::TerminalId& terminal, Synced synced) override { editor_.sync(terminal, std::move(synced)); }
  void show(const base::TerminalId& terminal) override { editor_.show(terminal); }
  void ask_approval(const ApprovalQuestion& question, Answered answered) override {
    ApprovalQuestion named = question;
    named.agent = agent_of(question.task);
    editor_.ask_approval(named, std::move(answered));
  }
  void withdraw_approval(const base::ToolCallId& tool_call) override { editor_.withdraw_approval(tool_call); }
  [[nodiscard]] LiveWish live_wish(const base::ToolCallId& tool_call) const override {
    LiveWish wish = editor_.live_wish(tool_call);
    for (const Shim* const listener : listeners_) {
      const LiveWish more = listener->live_wish(tool_call);
      wish = {.bytes = wish.bytes || more.bytes,
              .rendered = wish.rendered || more.rendered,
              .news = wish.news || more.news};
    }
    return wish;
  }
  void tool_calling(const ToolCalling& event) override {
    editor_.tool_calling(event);
    for (Shim* const listener : listeners_) listener->tool_calling(event);
  }
  void status_changed(const TerminalStatus& status) override {
    TerminalStatus named = status;
    named.agent = agent_of(status.task);
    editor_.status_changed(named);
  }
  void owned_printed(const base::TerminalId& terminal, std::string_view bytes) override {
    editor_.owned_printed(terminal, bytes);
  }

 private:
  /// In words for the editor's user; empty: the task is of the editor itself.
  [[nodiscard]] std::string agent_of(const base::TaskId& task) const {
    const auto agent = agents_.find(task);
    return agent == agents_.end() ? std::string() : agent->second;
  }

  Shim& editor_;
  std::vector<Shim*> listeners_;
  std::map<base::TaskId, std::string> agents_;
};

}  // namespace termhost::host
