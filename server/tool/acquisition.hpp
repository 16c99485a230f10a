// The state machine of a call on its way to a terminal. It turns events into actions and does nothing else.
//
//   Asked → Ready                                             an idle terminal is there
//     ├→ ChangingDirectory → Ready                            … after a `cd`
//     ├→ Creating → AwaitingShell → (ChangingDirectory →) Ready
//     │     └→ WithoutIntegration → Ready                 typed into without shell integration
//     └→ Resting, Queued → Asked                              patience: a moment, or until one is free
//
// Refused is the end of a call that found none. One clock limits the time for a new terminal to show its integration.
#pragma once

#include <cstddef>
#include <cstdint>

namespace termhost::tool {

enum class AcquisitionState : std::uint8_t {
  Asked,
  Resting,             ///< one that fits will be ready in a moment
  Queued,              ///< all are busy
  Creating,            ///< a new one was asked for
  WithoutIntegration,  ///< a new one was asked for, and took too long; used without integration as soon as it is there
  AwaitingShell,       ///< it is there; its shell has not shown that it can take a line
  ChangingDirectory,   ///< the `cd` before the command is on its way
  Ready,
  Refused,
};
inline constexpr std::size_t acquisition_state_count = 9;

enum class AcquisitionEvent : std::uint8_t {
  FoundHere,       ///< an idle terminal in the right directory
  FoundElsewhere,  ///< an idle terminal
  RoomForOne,      ///< none, but a new one may be made
  OneRests,
  AllBusy,
  Woken,  ///< a terminal may have become free
  Opened,
  ShellReady,
  ShellReadyElsewhere,
  MarksMissing,       ///< the shell integration did not come in time, and the setting says: go on without
  MarksMissingOwned,  ///< the same, and the setting says: one of our own instead
  DirectoryChanged,
  TakenByPerson,  ///< they began to type in it before the command was sent
  Refused,        ///< it can't be had
};
inline constexpr std::size_t acquisition_event_count = 14;

enum class AcquisitionAction : std::uint8_t {
  Nothing,
  Choose,                    ///< look which terminal it may have
  Create,                    ///< by the editor, or one of our own
  CreateOwned,               ///< one of our own, even if the editor made the first
  Queue,                     ///< after the calls that have waited longer
  ChangeDirectory,           ///< in the terminal that was found
  Assign,                    ///< the command may be sent
  AssignWithoutIntegration,  ///< the same, to a shell that reports nothing
};

class Acquisition {
 public:
  [[nodiscard]] AcquisitionAction on(AcquisitionEvent event);
  [[nodiscard]] AcquisitionState state() const { return state_; }
  /// True if it waits for a terminal to become free, for a moment or for long.
  [[nodiscard]] bool waits() const { return state_ == AcquisitionState::Resting || state_ == AcquisitionState::Queued; }
  /// The clock of the shell integration runs.
  [[nodiscard]] bool awaits_integration() const {
    return state_ == AcquisitionState::Creating || state_ == AcquisitionState::AwaitingShell;
  }

 private:
  AcquisitionState state_ = AcquisitionState::Asked;
};

}  // namespace termhost::tool
