// Executions as an editor's shell integration reports them, by the editor's names: which start belongs to which call. A
// call binds to the first real start on its terminal after its submission. Command text is used only to reject an
// obviously foreign or empty start.
#pragma once

#include <string>
#include <string_view>

#include "host/calls/calls.hpp"
#include "host/executions/executions.hpp"

namespace termhost::host {

class ShimExecutions {
 public:
  ShimExecutions(const HostContext& context, Terminals& terminals, Executions& executions, Calls& calls)
      : context_(context), terminals_(terminals), executions_(executions), calls_(calls) {}

  [[nodiscard]] Effects began(const event::ExecutionBegan& event);
  [[nodiscard]] Effects printed(const event::ExecutionPrinted& event);
  [[nodiscard]] Effects ended(const event::ExecutionEnded& event);
  /// The editor promised to run what was submitted under this name.
  [[nodiscard]] Effects promised(ExecutionRecord& record, const std::string& shim_id);

 private:
  [[nodiscard]] ExecutionRecord* find(std::string_view shim_id);
  [[nodiscard]] bool is_told_late(const ExecutionRecord& known, const event::ExecutionBegan& event) const;
  [[nodiscard]] Effects bind(ExecutionRecord& record, const std::string& shim_id);
  [[nodiscard]] Effects hear(ShimStream& stream, std::string_view bytes);
  ExecutionRecord& resume(terminal::Terminal& terminal, const event::ExecutionBegan& event);
  ExecutionRecord& bind_late_start(ExecutionRecord& record, Effects& effects);

  const HostContext& context_;
  Terminals& terminals_;
  Executions& executions_;
  Calls& calls_;
};

}  // namespace termhost::host
