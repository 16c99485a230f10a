// The way of a call to a terminal: a table of walks, and properties of any walk.
#include "tool/acquisition.hpp"

#include <random>
#include <vector>

#include <catch2/catch_test_macros.hpp>

using namespace termhost;
using tool::Acquisition;
using Action = tool::AcquisitionAction;
using Event = tool::AcquisitionEvent;
using State = tool::AcquisitionState;

TEST_CASE("each way to a terminal") {
  struct Step {
    Event event;
    Action action;
    State state;
  };
  const std::vector<std::vector<Step>> walks{
      {{Event::FoundHere, Action::Assign, State::Ready}},
      {{Event::FoundElsewhere, Action::ChangeDirectory, State::ChangingDirectory},
       {Event::DirectoryChanged, Action::Assign, State::Ready}},
      {{Event::RoomForOne, Action::Create, State::Creating},
       {Event::Opened, Action::Nothing, State::AwaitingShell},
       {Event::ShellReady, Action::Assign, State::Ready}},
      {{Event::RoomForOne, Action::Create, State::Creating},
       {Event::Opened, Action::Nothing, State::AwaitingShell},
       {Event::ShellReadyElsewhere, Action::ChangeDirectory, State::ChangingDirectory}},
      {{Event::RoomForOne, Action::Create, State::Creating},
       {Event::MarksMissing, Action::Nothing, State::WithoutIntegration},
       {Event::Opened, Action::AssignWithoutIntegration, State::Ready}},
      {{Event::RoomForOne, Action::Create, State::Creating},
       {Event::Opened, Action::Nothing, State::AwaitingShell},
       {Event::MarksMissing, Action::AssignWithoutIntegration, State::Ready}},
      {{Event::RoomForOne, Action::Create, State::Creating},
       {Event::MarksMissingOwned, Action::CreateOwned, State::Creating},
       {Event::Opened, Action::Nothing, State::AwaitingShell}},
      {{Event::AllBusy, Action::Queue, State::Queued},
       {Event::Woken, Action::Choose, State::Asked},
       {Event::FoundHere, Action::Assign, State::Ready},
       {Event::TakenByPerson, Action::Choose, State::Asked}},
      {{Event::OneRests, Action::Nothing, State::Resting}, {Event::Woken, Action::Choose, State::Asked}},
      {{Event::AllBusy, Action::Queue, State::Queued}, {Event::Refused, Action::Nothing, State::Refused}},
  };
  for (const auto& walk : walks) {
    Acquisition acquisition;
    for (const Step& step : walk) {
      CHECK(acquisition.on(step.event) == step.action);
      CHECK(acquisition.state() == step.state);
    }
  }
}

TEST_CASE("whatever comes in whatever order, a terminal is assigned once until a person takes it away") {
  std::mt19937 random(7);
  for (int round = 0; round < 20'000; ++round) {
    Acquisition acquisition;
    int assigned = 0, taken = 0;
    bool refused = false;
    for (int step = 0; step < 12; ++step) {
      const auto event = static_cast<Event>(random() % tool::acquisition_event_count);
      const State before = acquisition.state();
      const Action action = acquisition.on(event);
      if (action == Action::Assign || action == Action::AssignWithoutIntegration) ++assigned;
      if (before == State::Ready && event == Event::TakenByPerson) ++taken;
      if (refused) CHECK(action == Action::Nothing);
      refused = acquisition.state() == State::Refused;
      CHECK(assigned <= taken + 1);
      CHECK((acquisition.state() == State::Ready) == (assigned > taken));
    }
  }
}
