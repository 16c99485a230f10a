// Terminals that the editor runs: mirrored by the events of its shell integration, or by their bytes.
#pragma once

#include <map>

#include "host/terminals/terminal_driver.hpp"

namespace termhost::host {

/// The delivery in a terminal whose bytes come to us.
[[nodiscard]] shell::Delivery delivery_with_integration(const terminal::Terminal& terminal);

class EventsDriver : public TerminalDriver {
 public:
  explicit EventsDriver(const HostContext& context) : context_(context) {}
  [[nodiscard]] base::Expected<std::optional<terminal::Terminal>, std::string> create(
      const WantedTerminal& wanted) override;
  [[nodiscard]] shell::Delivery delivery(const terminal::Terminal& terminal) const override;
  void describe(const terminal::Terminal& terminal, terminal::ExecutionOptions& options) const override;
  void submit(const terminal::Terminal& terminal, const shell::SubmissionPlan& plan,
              Shim::Submitted submitted) const override;
  void type(const terminal::Terminal& terminal, std::string_view text) const override;
  void drop_rest_of_line(const terminal::Terminal& terminal) const override;
  void stop(const terminal::Terminal& terminal, StopStep step) const override;
  [[nodiscard]] bool end(const terminal::Terminal& terminal) const override;

 protected:
  [[nodiscard]] CreateTerminal request_for(const WantedTerminal& wanted) const;
  void ask_for(const CreateTerminal& request) const;

  const HostContext& context_;
};

class BytesDriver final : public EventsDriver {
 public:
  using EventsDriver::EventsDriver;
  [[nodiscard]] base::Expected<std::optional<terminal::Terminal>, std::string> create(
      const WantedTerminal& wanted) override;
  void opened(terminal::Identity& terminal, const std::string& request) override;
  void refused(const std::string& request) override { launched_.erase(request); }
  [[nodiscard]] bool tells_bytes() const override { return true; }
  [[nodiscard]] shell::Delivery delivery(const terminal::Terminal& terminal) const override;
  void describe(const terminal::Terminal&, terminal::ExecutionOptions&) const override {}

 private:
  std::map<std::string, ShellLaunch> launched_;  // request → how the editor was told to start the shell
};

}  // namespace termhost::host
