// Who may read, type into and stop an execution: the task whose command it is. What no agent's call started is the
// person's, and so is the word on it.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/expected.hpp"
#include "host/answers.hpp"

namespace termhost::host {

/// A wish to read, type into or stop an execution, and whose it is.
struct Touch {
  base::ExecutionId execution;
  ApprovalAction action = ApprovalAction::Read;
  std::string text;  ///< Input: bytes as they are typed
  base::ToolCallId tool_call;
  base::TaskId task;
};

/// The error: why not, as whole sentences. Else the text that was let through; the person may have edited it.
using Permitted = std::function<void(base::Expected<std::string, std::string>)>;

class Access {
 public:
  Access(const Surroundings& surroundings, Terminals& terminals, Executions& executions, const Answers& answers)
      : around_(surroundings), terminals_(terminals), executions_(executions), answers_(answers) {}

  /// Whether the task may read or stop the execution; asks the person for what is theirs. The text is empty.
  void permit(const Touch& touch, const Permitted& permitted);
  /// Types the text, where it may: `permitted` gets what was typed.
  void send_input(const Touch& touch, const Permitted& permitted);
  [[nodiscard]] bool is_persons(const base::ExecutionId& execution) const;
  [[nodiscard]] bool is_of_task(const base::ExecutionId& execution, const base::TaskId& task) const;

 private:
  void ask_person(const Touch& touch, approval::Decision decision, const Permitted& permitted);
  [[nodiscard]] approval::Decision judge(const ExecutionRecord& record, std::string_view keys) const;
  [[nodiscard]] bool is_for_secret(const Touch& touch) const;
  [[nodiscard]] std::string why_no_input(const base::ExecutionId& execution) const;
  [[nodiscard]] base::Expected<std::string, std::string> type(const Touch& touch, const std::string& text);

  const Surroundings& around_;
  Terminals& terminals_;
  Executions& executions_;
  const Answers& answers_;
};

}  // namespace termhost::host
