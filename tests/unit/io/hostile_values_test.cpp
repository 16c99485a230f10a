// Values from outside (the environment, a client's wishes) stand in our startup scripts as text, whatever is in them.
#include <array>
#include <cstdlib>
#include <filesystem>

#include <catch2/catch_test_macros.hpp>

#include "support/variable.hpp"
#include "unit/io/owned_session.hpp"

using namespace termhost;
using test::OwnedSession;
using test::Variable;

namespace {

/// Each would make a file, if its text were run.
constexpr std::array hostile{
    "/x'; : > pwned; '",
    "'; : > pwned; '",
    "\"; : > pwned; \"",
    "$(: > pwned)",
    "`: > pwned`",
    "\\'; : > pwned; '",
    "a\n: > pwned\n",
    "\\",
    "'",
    "''",
    "a'b''c'''",
    "\xe2\x80\x99; : > pwned; \xe2\x80\x99",
};

}  // namespace

TEST_CASE("no value gets out of its quotes in a startup script") {
  for (const char* shell : {"bash", "zsh", "fish", "dash", "ksh", "mksh"}) {
    for (const std::string value : hostile) {
      const Variable zdotdir("ZDOTDIR", value), env("ENV", value);
      OwnedSession session;
      host::OwnedShell how;
      how.env = {{"PAGER", value}, {"EDITOR", value}};
      (void)session.open(shell, how);
      session.until_prompt();
      INFO(shell << ": " << value);
      REQUIRE_FALSE(session.exited);
      CHECK(session.run("test \"$PAGER\" = \"$EDITOR\" && env -0 | grep -zc '^PAGER='").code == "0");
      session.home().write("wanted", value);
      CHECK(session.run("printf %s \"$PAGER\" | cmp - wanted").code == "0");
      CHECK_FALSE(std::filesystem::exists(session.home().path() + "/pwned"));
    }
  }
}

TEST_CASE("the path of the private folder is never expanded") {
  for (const char* shell : {"dash", "ksh", "mksh", "bash", "zsh", "fish"}) {
    OwnedSession session;
    const std::string odd = session.home().path() + "/a$(: > pwned)`: > pwned`'\"";
    std::filesystem::create_directory(odd);
    const Variable temporary("TMPDIR", odd), runtime("XDG_RUNTIME_DIR", odd), caches("XDG_CACHE_HOME", odd);
    (void)session.open(shell);
    session.until_prompt();
    INFO(shell);
    CHECK(session.run("echo hi").code == "0");
    CHECK_FALSE(std::filesystem::exists(session.home().path() + "/pwned"));
  }
}
