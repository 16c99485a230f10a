// Shells for trials that are started before a command needs one: the startup files of many users take seconds, and a
// terminal whose copies have changed serves no second command. Setting `warmShells` is their number.
#pragma once

#include <optional>

#include "host/terminals/terminals.hpp"

namespace termhost::host {

class SpareShells {
 public:
  SpareShells(const HostContext& context, Terminals& terminals) : context_(context), terminals_(terminals) {}

  /// Commands will come: those that are missing are started a moment later, when the host has time.
  void expect();
  void start_missing();
  /// True: it is the shell of a trial, and would show other files if it began now. It serves no command any more: a
  /// command sees the files as they are.
  [[nodiscard]] bool retire_if_outdated(const base::TerminalId& id);
  /// One that has not shown its first prompt and was promised to nobody; nothing: there is none.
  [[nodiscard]] std::optional<base::TerminalId> starting_for(const terminal::TerminalWish& wish,
                                                             const std::set<base::TerminalId>& awaited) const;
  /// It has a command: an editor shows it from now on.
  void take(terminal::Terminal& terminal);

 private:
  [[nodiscard]] bool are_wanted() const;
  void start_missing_at(const sandbox::Sandbox& place);

  const HostContext& context_;
  Terminals& terminals_;
  bool expected_ = false;
};

}  // namespace termhost::host
