#include "tool/acquisition.hpp"

#include <array>

namespace termhost::tool {
namespace {

using State = AcquisitionState;
using Event = AcquisitionEvent;
using Action = AcquisitionAction;

struct Transition {
  State from;
  Event event;
  State to;
  Action action;
};

// An event without a row changes nothing.
constexpr std::array transitions{
    Transition{State::Asked, Event::FoundHere, State::Ready, Action::Assign},
    Transition{State::Asked, Event::FoundElsewhere, State::ChangingDirectory, Action::ChangeDirectory},
    Transition{State::Asked, Event::RoomForOne, State::Creating, Action::Create},
    Transition{State::Asked, Event::OneRests, State::Resting, Action::Nothing},
    Transition{State::Asked, Event::AllBusy, State::Queued, Action::Queue},
    Transition{State::Resting, Event::Woken, State::Asked, Action::Choose},
    Transition{State::Queued, Event::Woken, State::Asked, Action::Choose},
    Transition{State::Creating, Event::Opened, State::AwaitingShell, Action::Nothing},
    Transition{State::Creating, Event::FoundHere, State::Ready, Action::Assign},  // pipes have no prompt
    Transition{State::Creating, Event::MarksMissing, State::WithoutIntegration, Action::Nothing},
    Transition{State::Creating, Event::MarksMissingOwned, State::Creating, Action::CreateOwned},
    Transition{State::WithoutIntegration, Event::Opened, State::Ready, Action::AssignWithoutIntegration},
    Transition{State::AwaitingShell, Event::ShellReady, State::Ready, Action::Assign},
    Transition{State::AwaitingShell, Event::ShellReadyElsewhere, State::ChangingDirectory, Action::ChangeDirectory},
    Transition{State::AwaitingShell, Event::MarksMissing, State::Ready, Action::AssignWithoutIntegration},
    Transition{State::AwaitingShell, Event::MarksMissingOwned, State::Creating, Action::CreateOwned},
    Transition{State::ChangingDirectory, Event::DirectoryChanged, State::Ready, Action::Assign},
    Transition{State::ChangingDirectory, Event::TakenByPerson, State::Asked, Action::Choose},
    Transition{State::Ready, Event::TakenByPerson, State::Asked, Action::Choose},
};

struct Cell {
  State to = State::Asked;
  Action action = Action::Nothing;
};

constexpr auto table = [] {
  std::array<std::array<Cell, acquisition_event_count>, acquisition_state_count> cells{};
  for (std::size_t state = 0; state < cells.size(); ++state) {
    const bool over = static_cast<State>(state) == State::Ready || static_cast<State>(state) == State::Refused;
    for (Cell& cell : cells[state]) cell.to = static_cast<State>(state);
    if (!over) cells[state][static_cast<std::size_t>(Event::Refused)].to = State::Refused;
  }
  for (const Transition& t : transitions)
    cells[static_cast<std::size_t>(t.from)][static_cast<std::size_t>(t.event)] = {t.to, t.action};
  return cells;
}();

}  // namespace

AcquisitionAction Acquisition::on(AcquisitionEvent event) {
  const Cell cell = table[static_cast<std::size_t>(state_)][static_cast<std::size_t>(event)];
  state_ = cell.to;
  return cell.action;
}

}  // namespace termhost::tool
