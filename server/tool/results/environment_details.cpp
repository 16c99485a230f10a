#include "tool/results/environment_details.hpp"

#include <fmt/format.h>

#include "text/visible.hpp"
#include "tool/results/command_result.hpp"
#include "tool/results/signal_name.hpp"

namespace termhost::tool {
namespace {

constexpr std::size_t longest_line = 4096;

std::string ending(const terminal::Completion& c) {
  if (c.signal) return fmt::format("signal {}", signal_name(*c.signal));
  return c.exit_code ? fmt::format("exit code {}", *c.exit_code) : std::string("exit code unknown");
}

void add_unread(std::string& text, const ExecutionDetails& e) {
  if (!e.unread.text.empty()) text += news_title(e.unread) + "\n" + e.unread.text;
  if (!text.ends_with('\n')) text += '\n';
}

std::string state_of(const ExecutionDetails& e) {
  switch (e.state) {
    case ExecutionNewsState::Running:
      return fmt::format("{} ({:.1f} s)", e.hot ? "printing" : "quiet",
                         static_cast<double>(e.duration.count()) / 1000.0);
    case ExecutionNewsState::Waiting: return "waiting for a terminal; " + e.reason;
    case ExecutionNewsState::Finished: return "finished, " + ending(e.completion);
    case ExecutionNewsState::Lost: return "can no longer be followed; it may still be running";
    case ExecutionNewsState::NeverRan: return "never ran; " + e.reason;
  }
  return {};
}

bool goes_on(const ExecutionDetails& e) {
  return e.state == ExecutionNewsState::Running || e.state == ExecutionNewsState::Waiting;
}

std::string heading(const ExecutionDetails& e) {
  if (e.terminal.empty()) return fmt::format("## Execution {}\n", e.execution.str());
  return fmt::format("## Execution {} in terminal {}\n", e.execution.str(), e.terminal.str());
}

}  // namespace

std::string format_environment_details(const std::vector<ExecutionDetails>& executions) {
  std::string running, finished;
  for (const ExecutionDetails& e : executions) {
    std::string& text = goes_on(e) ? running : finished;
    text += heading(e) + fmt::format("Directory: {}\nCommand: {}\nState: {}\n", text::visible_line(e.cwd, longest_line),
                                     text::visible_line(e.command, longest_line), state_of(e));
    add_unread(text, e);
  }
  std::string text;
  if (!running.empty()) text += "# Running commands\n" + running;
  if (!finished.empty()) text += "# Finished since the last report\n" + finished;
  return text;
}

}  // namespace termhost::tool
