// Where PATH finds a program.
#include "io/search_path.hpp"

#include <catch2/catch_test_macros.hpp>

using termhost::io::locate_program;

TEST_CASE("PATH finds a program in its first folder that has it, as it spells that folder") {
  CHECK(locate_program("sh", "/nowhere:/bin:/usr/bin") == "/bin/sh");
  CHECK(locate_program("sh", "../../../../../../../../../../bin") == "../../../../../../../../../../bin/sh");
  CHECK(locate_program("no-such-program", "/bin:/usr/bin").empty());
  CHECK(locate_program("sh", "").empty());
  CHECK(locate_program("passwd", "/etc:/nowhere").empty());  // no executable
}
