// The shells that an agent may name by a path.
#include <filesystem>
#include <fstream>

#include <catch2/catch_test_macros.hpp>

#include "unit/io/owned_session.hpp"

using namespace termhost;
using host::ShellNamedBy;
namespace fs = std::filesystem;

TEST_CASE("an agent cannot name a program of a folder as its shell, in any spelling; the user can") {
  test::OwnedSession session;
  const std::string folder = session.home().path();
  session.home().write("bash", "#!/bin/sh\nexec /bin/bash \"$@\"\n");
  fs::permissions(folder + "/bash", fs::perms::owner_all);
  fs::create_directory(folder + "/sub");
  fs::create_symlink(folder + "/bash", folder + "/sub/zsh");
  auto& shells = session.shell_files();
  for (const std::string& path : {folder + "/bash", folder + "/sub/../bash", folder + "/sub/zsh"}) {
    CAPTURE(path);
    CHECK_FALSE(shells.find_shell(path, ShellNamedBy::Agent));
    CHECK(shells.find_shell(path, ShellNamedBy::User) == path);
  }
}

TEST_CASE("an agent names a shell of the machine by its path, also over a link, and the machine's file is taken") {
  test::OwnedSession session;
  const std::string folder = session.home().path();
  fs::create_symlink("/bin/bash", folder + "/bash");
  auto& shells = session.shell_files();
  CHECK(shells.find_shell("/bin/bash", ShellNamedBy::Agent));
  CHECK(shells.find_shell("bash", ShellNamedBy::Agent));
  const auto linked = shells.find_shell(folder + "/bash", ShellNamedBy::Agent);
  REQUIRE(linked);
  CHECK_FALSE(linked->starts_with(folder));
}
