// Reports of editors and of the operating system about terminals and executions. Each call is one event.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/ports/ports.hpp"
#include "host/state/event.hpp"

namespace termhost::host {

class HostReports : public OwnedTerminalEvents {
 public:
  // From a shim.
  void terminal_opened(const base::TerminalId& id, const TerminalFacts& facts);
  void integration_changed(const base::TerminalId& id, terminal::Integration integration, const std::string& cwd,
                           const std::string& shell);
  void terminal_resized(const base::TerminalId& id, int columns, int rows);
  void terminal_wrote(const base::TerminalId& id, std::string_view bytes);
  /// The person typed there.
  void terminal_interacted(const base::TerminalId& id);
  /// The person typed this into a view of a terminal of ours.
  void terminal_input(const base::TerminalId& id, std::string_view bytes);
  void terminal_closed(const base::TerminalId& id, std::optional<int> exit_code, const std::string& reason);

  // From a shim that sends events.
  void execution_started(const base::TerminalId& terminal, const std::string& shim_id, const std::string& command_line,
                         const std::string& cwd, std::optional<event::Resumed> resumed = {});
  /// `index`: of the chunk within its execution, from 0, if the shim counts: a repeat is not taken twice, a gap is
  /// said. `part_bytes`: of each, where they are several chunks, of which `index` is the first one's.
  void execution_wrote(std::string_view shim_id, std::string_view bytes,
                       std::optional<std::int64_t> index = std::nullopt,
                       std::span<const std::uint32_t> part_bytes = {});
  void execution_ended(const std::string& shim_id, std::optional<int> exit_code, bool drained);

  // From the operating system.
  void owned_wrote(const base::TerminalId& terminal, Stream stream, std::string_view bytes, base::Instant now) override;
  void owned_exited(const base::TerminalId& terminal, ExitStatus status, std::vector<Holder> holders,
                    base::Instant now) override;
  void owned_obstructed(const base::TerminalId& terminal, const StartObstacle& obstacle, base::Instant now) override;

  // A terminal that has waited for this termhost.
  void taken_over(const base::TerminalId& terminal, int pid, KeptExecution kept, bool beginning_lost);
  void replayed(const base::TerminalId& terminal);

 protected:
  virtual void post(Event event) = 0;
};

}  // namespace termhost::host
