// Access to executions: a task may read, type into and stop its own commands. An execution that no agent's call started
// belongs to the user, and the user decides about it.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/expected.hpp"
#include "host/calls/placing.hpp"
#include "host/calls/replies.hpp"

namespace termhost::host {

/// A wish to read, type into or stop an execution, and whose it is.
struct AccessRequest {
  base::ExecutionId execution;
  ApprovalAction action = ApprovalAction::Read;
  std::string text;  ///< Input: bytes as they are typed
  base::ToolCallId tool_call;
  base::TaskId task;
};

/// The error: why not, as whole sentences. Else the text that was let through; the person may have edited it.
using AccessCallback = std::function<void(base::Expected<std::string, std::string>)>;

class Access {
 public:
  Access(const HostContext& context, Terminals& terminals, Executions& executions, const Replies& answers,
         const Placing& placing)
      : context_(context), terminals_(terminals), executions_(executions), replies_(answers), placing_(placing) {}

  /// Permission for the task to read or stop the execution. The user is asked about the user's own executions.
  /// `permitted` gets an empty text.
  void permit(const AccessRequest& request, const AccessCallback& permitted);
  /// Types the text, where it may: `permitted` gets what was typed.
  void send_input(const AccessRequest& request, const AccessCallback& permitted);
  [[nodiscard]] bool is_persons(const base::ExecutionId& execution) const;
  [[nodiscard]] bool is_of_task(const base::ExecutionId& execution, const base::TaskId& task) const;

 private:
  void ask_person(const AccessRequest& request, approval::Decision decision, const AccessCallback& permitted);
  [[nodiscard]] approval::Decision judge(const ExecutionRecord& record, std::string_view keys) const;
  [[nodiscard]] bool is_held(const approval::Decision& decision, const ExecutionRecord& record) const;
  [[nodiscard]] bool is_for_secret(const AccessRequest& request) const;
  [[nodiscard]] std::string why_no_input(const base::ExecutionId& execution) const;
  [[nodiscard]] base::Expected<std::string, std::string> type(const AccessRequest& request, const std::string& text);

  const HostContext& context_;
  Terminals& terminals_;
  Executions& executions_;
  const Replies& replies_;
  const Placing& placing_;
};

}  // namespace termhost::host
