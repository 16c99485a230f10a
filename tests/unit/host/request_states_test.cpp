// What a client carries back to us: worth something only as it was given, for its call, once, and in time.
#include "host/mcp/request_states.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace termhost;
using namespace std::chrono_literals;

TEST_CASE("a state is good once, for its call, until it expires") {
  host::RequestStates states;
  const base::Instant now{5s};
  const std::string state = states.issue("call", now);
  CHECK_FALSE(states.redeem(state, "another call", now));
  CHECK_FALSE(states.redeem(state, "call", now + host::request_state_lifetime + 1ms));
  CHECK(states.redeem(state, "call", now + host::request_state_lifetime));
  CHECK(states.redeem(state, "call", now).error().find("used already") != std::string::npos);
}

TEST_CASE("every change of a single character makes it worthless") {
  host::RequestStates states;
  const base::Instant now{};
  const std::string state = states.issue("call", now);
  for (std::size_t i = 0; i < state.size(); ++i) {
    std::string changed = state;
    changed[i] = changed[i] == '1' ? '2' : '1';
    if (changed == state) continue;
    CAPTURE(changed);
    CHECK_FALSE(states.redeem(changed, "call", now));
  }
  for (const char* made_up : {"", ".", "..", "1.2", "1.2.", "1.2.zz", "x.y.z", "99999999999999999999.1.0"}) {
    CAPTURE(made_up);
    CHECK_FALSE(states.redeem(made_up, "call", now));
  }
  CHECK(states.redeem(state, "call", now));
}

TEST_CASE("a state of another process is worth nothing") {
  host::RequestStates one, other;
  CHECK_FALSE(other.redeem(one.issue("call", {}), "call", {}));
}
