// Which marks count in a terminal of our own.
#include <catch2/catch_test_macros.hpp>

#include "terminal/boundary_arbiter.hpp"

using namespace termhost;
using terminal::BoundaryArbiter;

namespace {

vt::ShellMarker mark(std::string_view payload) { return *vt::parse_shell_marker(payload); }

}  // namespace

TEST_CASE("a mark counts with the nonce that was announced last, under the one before it") {
  BoundaryArbiter arbiter = BoundaryArbiter::owned("first");
  CHECK(arbiter.accepts(mark("633;A;first")));
  CHECK_FALSE(arbiter.accepts(mark("633;P;Nonce=forged;guessed")));
  CHECK_FALSE(arbiter.accepts(mark("633;D;0;forged")));
  CHECK(arbiter.accepts(mark("633;P;Nonce=second;first")));
  CHECK_FALSE(arbiter.accepts(mark("633;D;0;first")));
  CHECK_FALSE(arbiter.accepts(mark("633;P;Nonce=third;first")));
  CHECK(arbiter.accepts(mark("633;D;0;second")));
  CHECK(arbiter.accepts(mark("633;P;Nonce=;second")));
  CHECK_FALSE(arbiter.accepts(mark("633;D;0")));
  CHECK(arbiter.accepts(mark("633;C;second")));
}

TEST_CASE("without a nonce of ours an announced one means nothing") {
  BoundaryArbiter bytes = BoundaryArbiter::bytes();
  CHECK(bytes.accepts(mark("633;P;Nonce=x;y")));
  CHECK(bytes.accepts(mark("633;D;0")));
  CHECK_FALSE(BoundaryArbiter::owned("").accepts(mark("633;D;0")));
}
