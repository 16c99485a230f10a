// A command of an agent in an editor's terminal that has shell integration.
#pragma once

#include <string>
#include <utility>

#include <catch2/catch_test_macros.hpp>

#include "world.hpp"

namespace termhost::testing {

struct Mirrored : World {
  using World::World;
  Answer answer;
  base::TerminalId id;

  void submit(const std::string& command, host::ExecuteRequest request = {}) {
    run(command, answer, std::move(request));
    id = integrated();
    REQUIRE(shim.submissions.size() == 1);
  }
  /// Submitted, named and begun.
  void start(const std::string& command, const std::string& name) {
    id = started(command, answer, name);
    REQUIRE(shim.submissions.size() == 1);
  }
  /// The editor names the execution that what was sent will be.
  void promise(const std::string& name) { shim.submissions.back().answer(name); }
};

inline constexpr const char* start_mark = "\x1b]633;C\x07";

}  // namespace termhost::testing
