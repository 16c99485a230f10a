// A terminal for each call that needs one: an idle one, one after a `cd`, a new one of the editor or our own, or
// patience. Each call's state machine is tool/acquisition.hpp.
#pragma once

#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "host/calls/calls.hpp"
#include "host/executions/executions.hpp"
#include "host/terminals/spare_shells.hpp"
#include "host/terminals/terminals.hpp"
#include "tool/acquisition.hpp"

namespace termhost::host {

class Acquisitions {
 public:
  Acquisitions(const HostContext& context, Terminals& terminals, Executions& executions, TaskShells& task_shells,
               SpareShells& spare_shells, const Calls& calls)
      : context_(context),
        terminals_(terminals),
        executions_(executions),
        task_shells_(task_shells),
        spare_shells_(spare_shells),
        calls_(calls) {}

  [[nodiscard]] Effects begin(CallId id);
  /// The call is over, or has its terminal.
  void forget(CallId id);
  /// A terminal may have become free: all who wait look again, oldest first.
  [[nodiscard]] Effects wake();
  [[nodiscard]] Effects retry(CallId id);
  [[nodiscard]] Effects terminal_there(CallId id, const base::TerminalId& terminal);
  [[nodiscard]] Effects creation_refused(const effect::CreationRefused& refused);
  [[nodiscard]] Effects shell_ready(const base::TerminalId& terminal);
  [[nodiscard]] Effects integration_overdue(CallId id);
  /// Its shell is started again without the person's startup files, once.
  [[nodiscard]] Effects start_failed(const effect::StartFailed& failed);
  [[nodiscard]] Effects directory_changed(const base::TerminalId& terminal, bool done);
  [[nodiscard]] Effects refuse(const base::TerminalId& terminal, const std::string& why);
  /// Terminals that can't say when their command ends: the kernel can, where it knows the shell.
  [[nodiscard]] Effects see_terminals_without_integration();
  [[nodiscard]] Effects look();
  /// The session is over: nobody gets what becomes free.
  void wait_no_more() { waiting_.clear(); }

  /// Calls for which every terminal is busy, oldest first.
  [[nodiscard]] std::vector<CallId> queued() const;
  /// Why a call got no terminal in time.
  [[nodiscard]] std::string why_late(const Call& call) const;
  /// The commands that hold the agent's terminals, as a text for a call that waits. At most three are named.
  [[nodiscard]] std::string what_holds_terminals(const base::TaskId& task) const;

 private:
  struct Entry {
    tool::Acquisition machine;
    base::TerminalId terminal;  ///< that it waits for or prepares
    std::optional<Scheduler::TimerId> integration_timer;
  };

  [[nodiscard]] Effects on(CallId id, tool::AcquisitionEvent event);
  [[nodiscard]] Effects choose(CallId id);
  [[nodiscard]] Effects create(CallId id);
  [[nodiscard]] Effects create_ours(CallId id);
  [[nodiscard]] Effects queue(CallId id);
  [[nodiscard]] Effects assign_terminal(CallId id);
  [[nodiscard]] Effects change_directory(CallId id);
  [[nodiscard]] std::optional<base::ExecutionId> usual_shell_runs(const Call& call,
                                                                  const terminal::Terminal& taken) const;
  [[nodiscard]] std::optional<Effects> not_this_one(const Call& call, terminal::Terminal& terminal);
  [[nodiscard]] Entry* find(CallId id);
  [[nodiscard]] Entry* find_awaiting_creation(CallId id);
  [[nodiscard]] Effects ready(CallId id, const terminal::Terminal& terminal);
  [[nodiscard]] std::optional<CallId> waits_for(const base::TerminalId& terminal) const;
  [[nodiscard]] std::set<base::TerminalId> awaited() const;
  [[nodiscard]] bool wants_mirrored(const ExecuteRequest& request) const;
  [[nodiscard]] terminal::TerminalWish wish_of(const Call& call) const;
  [[nodiscard]] WantedTerminal wanted_by(const Call& call) const;
  void look_again_later();

  const HostContext& context_;
  Terminals& terminals_;
  Executions& executions_;
  TaskShells& task_shells_;
  SpareShells& spare_shells_;
  const Calls& calls_;
  std::map<CallId, Entry> entries_;
  std::list<CallId> waiting_;                            // for a terminal to become idle, oldest first
  std::map<std::string, std::string> startup_problems_;  // path of a shell → why its startup files are not read
  bool look_armed_ = false;
};

}  // namespace termhost::host
