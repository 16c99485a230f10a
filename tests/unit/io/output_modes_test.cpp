// A terminal that was left without the translation of line ends is repaired, but not below a program that wants it so.
#include <catch2/catch_test_macros.hpp>

#include "unit/io/owned_session.hpp"

using namespace termhost;
using test::OwnedSession;

TEST_CASE("output modes are repaired for the shell, and left to a program that reads keys") {
  OwnedSession session;
  REQUIRE(session.open("bash").envelope_path != "");
  session.until_prompt();
  CHECK_FALSE(session.terminals().repair_output_modes(session.id()));

  (void)session.submit("stty -onlcr\n");
  CHECK(session.terminals().repair_output_modes(session.id()));
  CHECK_FALSE(session.terminals().repair_output_modes(session.id()));

  session.type("sh -c 'stty -icanon -onlcr; echo raw; exec sleep 60'\n");
  session.until_output("raw\n");
  CHECK_FALSE(session.terminals().repair_output_modes(session.id()));
}
