// Which marks count in a terminal of our own.
#include "terminal/shells/boundary_arbiter.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace termhost;
using terminal::BoundaryArbiter;

namespace {

vt::ShellMarker mark(std::string_view payload) { return *vt::parse_shell_marker(payload); }

}  // namespace

TEST_CASE("a mark counts only with the newest nonce, and only the current nonce can announce a new one") {
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

TEST_CASE("marks that could be read before a command began are ignored while it runs") {
  BoundaryArbiter arbiter = BoundaryArbiter::owned("first");
  CHECK(arbiter.accepts(mark("633;P;Nonce=second;first")));
  for (const char* of_prompt : {"633;A;first", "633;B;first", "633;F;first", "633;G;first", "633;E;ls;first"})
    CHECK(arbiter.accepts(mark(of_prompt)));
  for (const char* of_end :
       {"633;D;0;first", "633;P;Cwd=/x;first", "633;P;Stages=0 0;first", "633;P;Editor=taken;first"})
    CHECK_FALSE(arbiter.accepts(mark(of_end)));
  CHECK(arbiter.accepts(mark("633;C;first")));
  for (const char* copied : {"633;A;first", "633;B;first", "633;C;first", "633;D;0;first", "633;G;first"})
    CHECK_FALSE(arbiter.accepts(mark(copied)));
  CHECK(arbiter.accepts(mark("633;D;0;second")));
  CHECK(arbiter.accepts(mark("633;A;second")));  // nobody called the hooks, so the nonce is the old one
  CHECK(arbiter.accepts(mark("633;C;second")));
}

TEST_CASE("without a nonce of ours no property counts but the directory, which any integration reports") {
  BoundaryArbiter bytes = BoundaryArbiter::bytes();
  for (const char* ours : {"633;P;Nonce=x;y", "633;P;Stages=0 1", "633;P;Editor=taken", "633;P;ReadOnly=PS1"})
    CHECK_FALSE(bytes.accepts(mark(ours)));
  CHECK(bytes.accepts(mark("633;P;Cwd=/x")));
  CHECK(bytes.accepts(mark("633;D;0")));
  CHECK_FALSE(BoundaryArbiter::owned("").accepts(mark("633;D;0")));
}
