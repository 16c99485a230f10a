#include "host/loop/host_reports.hpp"

#include <utility>

namespace termhost::host {

void HostReports::terminal_opened(const base::TerminalId& id, const TerminalFacts& facts) {
  post(event::TerminalOpened{id, facts});
}

void HostReports::integration_changed(const base::TerminalId& id, terminal::Integration integration,
                                      const std::string& cwd, const std::string& shell) {
  post(event::IntegrationChanged{id, integration, cwd, shell});
}

void HostReports::terminal_resized(const base::TerminalId& id, int columns, int rows) {
  post(event::TerminalResized{id, columns, rows});
}

void HostReports::terminal_wrote(const base::TerminalId& id, std::string_view bytes) {
  post(event::TerminalPrinted{id, Chunk(bytes)});
}

void HostReports::terminal_interacted(const base::TerminalId& id) { post(event::PersonTyped{id, {}}); }

void HostReports::terminal_input(const base::TerminalId& id, std::string_view bytes) {
  post(event::PersonTyped{id, std::string(bytes)});
}

void HostReports::terminal_closed(const base::TerminalId& id, std::optional<int> exit_code, const std::string& reason) {
  post(event::TerminalClosed{id, exit_code, reason});
}

void HostReports::execution_started(const base::TerminalId& terminal, const std::string& shim_id,
                                    const std::string& command_line, const std::string& cwd,
                                    std::optional<event::Resumed> resumed) {
  post(event::ExecutionBegan{terminal, shim_id, command_line, cwd, std::move(resumed)});
}

void HostReports::execution_wrote(std::string_view shim_id, std::string_view bytes, std::optional<std::int64_t> index,
                                  std::span<const std::uint32_t> part_bytes) {
  post(event::ExecutionPrinted{Chunk(shim_id), Chunk(bytes), index, {part_bytes.begin(), part_bytes.end()}});
}

void HostReports::execution_ended(const std::string& shim_id, std::optional<int> exit_code, bool drained) {
  post(event::ExecutionEnded{shim_id, exit_code, drained});
}

void HostReports::owned_wrote(const base::TerminalId& terminal, Stream stream, std::string_view bytes, base::Instant) {
  post(event::OwnedPrinted{terminal, stream, Chunk(bytes)});
}

void HostReports::owned_exited(const base::TerminalId& terminal, ExitStatus status, std::vector<Holder> holders,
                               base::Instant) {
  post(event::OwnedExited{terminal, status, std::move(holders)});
}

void HostReports::owned_obstructed(const base::TerminalId& terminal, const StartObstacle& obstacle, base::Instant) {
  post(event::OwnedObstructed{terminal, obstacle});
}

void HostReports::taken_over(const base::TerminalId& terminal, int pid, KeptExecution kept, bool beginning_lost) {
  post(event::TakenOver{terminal, pid, std::move(kept), beginning_lost});
}

void HostReports::replayed(const base::TerminalId& terminal) { post(event::Replayed{terminal}); }

}  // namespace termhost::host
