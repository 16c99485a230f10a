// A shim without terminals: commands run in owned ones. Says nothing and shows nothing unless it is overridden.
#pragma once

#include "host/ports/shim.hpp"

namespace termhost::host {

class TerminalFreeShim : public Shim {
 public:
  [[nodiscard]] ShimCapabilities capabilities() const override { return {}; }
  void create_terminal(const CreateTerminal&, Created) override {}
  void submit(const base::TerminalId&, std::string_view, shell::SubmitMode, Submitted) override {}
  void send_input(const base::TerminalId&, std::string_view) override {}
  void interrupt(const base::TerminalId&) override {}
  void dispose(const base::TerminalId&) override {}
  void show(const base::TerminalId&) override {}
  void ask_approval(const ApprovalQuestion&, Answered) override {}
  void withdraw_approval(const base::ToolCallId&) override {}
  [[nodiscard]] LiveWish live_wish(const base::ToolCallId&) const override { return {}; }
  void tool_calling(const ToolCalling&) override {}
  void status_changed(const TerminalStatus&) override {}
  void owned_printed(const base::TerminalId&, std::string_view) override {}
};

}  // namespace termhost::host
