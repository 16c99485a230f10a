// One agent's access to the editor's terminals: its first call asks the user, and its calls wait for the answer.
#pragma once

#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>

#include "base/expected.hpp"
#include "host/ports/ports.hpp"
#include "rpc/connection/connection.hpp"

namespace termhost::host {

/// Facts about an agent from the operating system. None of them is the agent's own word.
struct AgentProcess {
  std::string name;     ///< of the process that has started `termhost mcp --attach`
  std::string program;  ///< path of its executable; empty: unknown
  pid_t pid = 0;
  std::string cwd;     ///< where it was started
  std::string folder;  ///< the workspace folder that holds `cwd`
};

/// The agent that asks, in sentences for the user; `claimed` is the agent's own name for itself, which may be empty.
[[nodiscard]] std::string introduction(const AgentProcess& process, const std::string& claimed);
/// The introduction, and what will run without a question.
[[nodiscard]] std::string access_question(const AgentProcess& process, const std::string& claimed);
/// The agent in a few words, for the questions about its commands: `claude (pid 123)`.
[[nodiscard]] std::string agent_in_words(const AgentProcess& process, const std::string& claimed);
/// The same agent in the same workspace, for an answer that holds longer than this connection.
[[nodiscard]] std::string access_identity(const AgentProcess& process, const std::string& claimed);

/// A call waits this long for the user, and is then told to come again. Clients cancel calls after 60 seconds.
inline constexpr base::Millis access_patience{30'000};

class AgentAccess : public std::enable_shared_from_this<AgentAccess> {
 public:
  using Passed = std::function<void(const base::Expected<void, std::string>&)>;

  /// `editor` and `scheduler` must outlive it. Owned by a shared_ptr: the user's answer may come when it is gone.
  AgentAccess(rpc::Connection& editor, Scheduler& scheduler, AgentProcess process)
      : editor_(editor), scheduler_(scheduler), process_(std::move(process)) {}

  ~AgentAccess() { end(); }
  AgentAccess(const AgentAccess&) = delete;
  AgentAccess& operator=(const AgentAccess&) = delete;

  /// `passed` comes once: at once where the user has answered, else with the answer, or when the patience is over.
  void pass(const std::string& claimed, Passed passed);
  [[nodiscard]] bool granted() const { return answer_ && answer_->has_value(); }
  [[nodiscard]] bool asking() const { return question_.has_value(); }
  /// The agent has left: the question is withdrawn, calls that wait are refused.
  void end();

 private:
  struct Waiting {
    Passed passed;
    Scheduler::TimerId timer = 0;
  };

  void ask(const std::string& claimed);
  void answered(base::Expected<void, std::string> answer);

  rpc::Connection& editor_;
  Scheduler& scheduler_;
  AgentProcess process_;
  std::optional<rpc::Connection::CallId> question_;  // while it is open
  std::optional<base::Expected<void, std::string>> answer_;
  std::list<Waiting> waiting_;
};

}  // namespace termhost::host
