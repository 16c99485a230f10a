// Ports with nothing behind them, so that nobody asks whether there is one.
#pragma once

#include <string>
#include <vector>

#include "host/ports/ports.hpp"
#include "host/ports/terminal_free_shim.hpp"

namespace termhost::host {

using NoShim = TerminalFreeShim;

class NoOwnedTerminals final : public OwnedTerminals {
 public:
  [[nodiscard]] base::Expected<OpenedTerminal, OpenError> open(const base::TerminalId&, const OwnedShell&) override {
    return base::unexpected(none());
  }
  [[nodiscard]] base::Expected<ShellLaunch, OpenError> launch_for_editor(const std::string&, bool) override {
    return base::unexpected(none());
  }
  [[nodiscard]] base::Expected<std::string, std::string> envelope_for_editor() override {
    return base::unexpected(std::string("there is no private folder"));
  }
  [[nodiscard]] base::Expected<void, std::string> write_envelope(const std::string&, std::string_view) override {
    return base::unexpected(std::string("there is no private folder"));
  }
  [[nodiscard]] std::optional<ShellView> look_at_shell(int) override { return std::nullopt; }
  [[nodiscard]] std::optional<terminal::InputReader> input_reader(int) override { return std::nullopt; }
  [[nodiscard]] terminal::SeenTree process_tree(const base::TerminalId&, int, bool) override { return {}; }
  [[nodiscard]] base::Expected<std::string, OpenError> find_shell(const std::string& shell,
                                                                  ShellNamedBy /*by*/) override {
    return shell;
  }
  [[nodiscard]] bool foreground_is_shell(const base::TerminalId&) override { return true; }
  [[nodiscard]] std::vector<Holder> holders(const base::TerminalId&) override { return {}; }
  void remove_envelope(const std::string&) override {}
  void write(const base::TerminalId&, std::string_view) override {}
  void resize(const base::TerminalId&, int, int) override {}
  void stop(const base::TerminalId&, StopStep) override {}
  void stop_tree_below(int, StopStep) override {}
  void close(const base::TerminalId&) override {}

 private:
  static OpenError none() { return {OpenErrorCode::SpawnFailed, "there is no terminal that could run it"}; }
};

}  // namespace termhost::host
