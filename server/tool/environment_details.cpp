#include "tool/environment_details.hpp"

#include <fmt/format.h>

#include "tool/command_result.hpp"

namespace termhost::tool {
namespace {

std::string ending(const terminal::Completion& c) {
  if (c.signal) return fmt::format("signal {}", signal_name(*c.signal));
  return c.exit_code ? fmt::format("exit code {}", *c.exit_code) : std::string("exit code unknown");
}

void add_unread(std::string& text, const std::string& unread) {
  if (unread.empty()) return;
  text += "New output:\n";
  text += unread;
  if (!text.ends_with('\n')) text += '\n';
}

}  // namespace

std::string format_environment_details(const std::vector<ExecutionDetails>& executions) {
  std::string running, finished;
  for (const ExecutionDetails& e : executions) {
    std::string& text = e.running ? running : finished;
    text += fmt::format("## Execution {} in terminal {}\nDirectory: {}\nCommand: {}\n", e.execution.str(),
                        e.terminal.str(), e.cwd, e.command);
    text += e.running ? fmt::format("State: {} ({:.1f} s)\n", e.hot ? "printing" : "quiet",
                                    static_cast<double>(e.duration.count()) / 1000.0)
                      : fmt::format("State: finished, {}\n", ending(e.completion));
    add_unread(text, e.unread);
  }
  std::string text;
  if (!running.empty()) text += "# Running commands\n" + running;
  if (!finished.empty()) text += "# Finished since last told\n" + finished;
  return text;
}

}  // namespace termhost::tool
