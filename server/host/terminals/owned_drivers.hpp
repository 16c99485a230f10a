// Terminals that we run: a shell in a PTY, or one plain child with its output on pipes.
#pragma once

#include "host/terminals/terminal_driver.hpp"

namespace termhost::host {

class PipesDriver : public TerminalDriver {
 public:
  explicit PipesDriver(const HostContext& context) : context_(context) {}
  [[nodiscard]] base::Expected<std::optional<terminal::Terminal>, std::string> create(
      const WantedTerminal& wanted) override;
  [[nodiscard]] bool takes_lines() const override { return false; }
  [[nodiscard]] bool run_by_us() const override { return true; }
  [[nodiscard]] shell::Delivery delivery(const terminal::Terminal&) const override { return shell::Delivery::Owned; }
  void describe(const terminal::Terminal& terminal, terminal::ExecutionOptions& options) const override;
  void submit(const terminal::Terminal&, const shell::SubmissionPlan&, Shim::Submitted) const override {}
  void type(const terminal::Terminal&, std::string_view) const override {}
  void stop(const terminal::Terminal& terminal, StopStep step) const override;
  [[nodiscard]] bool end(const terminal::Terminal& terminal) const override;

 protected:
  [[nodiscard]] OwnedShell shell_for(const WantedTerminal& wanted) const;
  [[nodiscard]] static terminal::Identity identity_of(const WantedTerminal& wanted, const OwnedShell& shell);

  const HostContext& context_;
};

class OwnedDriver final : public PipesDriver {
 public:
  using PipesDriver::PipesDriver;
  [[nodiscard]] base::Expected<std::optional<terminal::Terminal>, std::string> create(
      const WantedTerminal& wanted) override;
  [[nodiscard]] bool takes_lines() const override { return true; }
  [[nodiscard]] bool tells_bytes() const override { return true; }
  void describe(const terminal::Terminal&, terminal::ExecutionOptions&) const override {}
  void drop_rest_of_line(const terminal::Terminal& terminal) const override;
  [[nodiscard]] std::vector<Holder> holders(const terminal::Terminal& terminal) const override;
  [[nodiscard]] bool shell_in_foreground(const terminal::Terminal& terminal) const override;
  [[nodiscard]] shell::Delivery delivery(const terminal::Terminal& terminal) const override;
  void submit(const terminal::Terminal& terminal, const shell::SubmissionPlan& plan,
              Shim::Submitted submitted) const override;
  void type(const terminal::Terminal& terminal, std::string_view text) const override;
  void drop_unread_input(const terminal::Terminal& terminal) const override;
  [[nodiscard]] bool repair_output_modes(const terminal::Terminal& terminal) const override;
  void resize(const terminal::Terminal& terminal, int columns, int rows) const override;
  void show(const terminal::Terminal& terminal) const override;
  void gone(const terminal::Terminal& terminal) const override;
};

}  // namespace termhost::host
