// The part of a home that a trial sees.
#include "sandbox/private_home.hpp"

#include <catch2/catch_test_macros.hpp>

#include "machine.hpp"
#include "sandbox/home_places.hpp"
#include "secrets/file_names.hpp"
#include "secrets/places.hpp"

using namespace termhost::sandbox;
using namespace termhost::testing;
using Texts = std::vector<std::string>;

namespace {

Texts shown(const Machine& machine, const MachineFacts& facts = around(), Texts readable = {}) {
  Sandbox trial = workspace();
  trial.level = Level::Trial;
  trial.readable = std::move(readable);
  return shown_in_home("/home/me", trial, facts, machine.files());
}

}  // namespace

TEST_CASE("of a home a trial sees what programs need, and neither the user's other files nor secrets") {
  const Machine machine({"/home/me/.bashrc", "/home/me/.nvm/versions/node", "/home/me/.cargo/bin/cargo",
                         "/home/me/.cargo/credentials.toml", "/home/me/.ssh/id_rsa", "/home/me/.npmrc",
                         "/home/me/Documents/diary", "/home/me/.config/gh/hosts.yml", "/home/me/.config/git/ignore",
                         "/home/me/.prettierrc.json", "/home/me/.cache/go-build/x", "/home/me/.cache/mozilla/x",
                         "/home/me/p/main.c", "/home/me/.bash_history", "/home/me/.claude/x"});
  CHECK(shown(machine) == Texts{"/home/me/.bashrc", "/home/me/.cache/go-build", "/home/me/.cargo/bin",
                                "/home/me/.config/git", "/home/me/.nvm", "/home/me/.prettierrc.json"});
}

TEST_CASE("no row of the table is a secret, or lies in another") {
  for (const HomePlace& place : home_places) {
    CAPTURE(place.path);
    CHECK_FALSE(place.reason.empty());
    CHECK_FALSE(termhost::secrets::may_name_secret(place.path));
    CHECK_FALSE(termhost::secrets::lies_in_secret_place(place.path));
    for (const HomePlace& other : home_places) {
      CAPTURE(other.path);
      CHECK((&place == &other || !place.path.starts_with(std::string(other.path) + "/")));
      CHECK((&place == &other || place.path != other.path));
    }
  }
}

TEST_CASE("what links, git's settings and startup files lead to is seen too, but secrets are not") {
  const Machine machine(
      {"/home/me/dotfiles/bashrc", "/home/me/dotfiles/other", "/home/me/git/ignored", "/home/me/more.sh",
       "/home/me/.env", "/home/me/work.inc", "/home/me/.ssh/id_rsa.pub"},
      {{"/home/me/.bashrc", "/home/me/dotfiles/bashrc"}, {"/home/me/.profile", "/home/me/.env"}},
      {{"/home/me/.gitconfig",
        "[core]\n\texcludesFile = ~/git/ignored\n[include]\n\tpath = work.inc\n[user]\n\tsigningkey = "
        "~/.ssh/id_rsa.pub\n[alias]\n\tlg = log\n"},
       {"/home/me/.zshrc", "[ -f ~/more.sh ] && . \"$HOME/more.sh\"; source ~/.env\n"}});
  MachineFacts facts = around();
  facts.git_configs = {"/home/me/.gitconfig"};
  CHECK(shown(machine, facts) == Texts{"/home/me/.bashrc", "/home/me/.gitconfig", "/home/me/.profile",
                                       "/home/me/.zshrc", "/home/me/dotfiles/bashrc", "/home/me/git/ignored",
                                       "/home/me/more.sh", "/home/me/work.inc"});
}

TEST_CASE("tools of the environment come whole; a folder of programs that many share comes alone") {
  const Machine machine({"/home/me/opt/node/bin/node", "/home/me/opt/node/lib/x", "/home/me/opt/other/x",
                         "/home/me/scripts/x", "/home/me/.local/bin/x", "/home/me/.local/share/notes/x",
                         "/home/me/jdk/bin/java", "/home/me/Documents/x"});
  MachineFacts facts = around();
  facts.tools = {"/usr/bin", "/home/me/opt/node/bin", "/home/me/scripts", "/home/me/.local/bin", "/home/me/jdk"};
  CHECK(shown(machine, facts, {"/home/me/Documents"}) ==
        Texts{"/home/me/.local/bin", "/home/me/Documents", "/home/me/jdk", "/home/me/opt/node", "/home/me/scripts"});
}

TEST_CASE("a workspace comes with its repository, and with the folders of git that lie elsewhere") {
  const Machine plain({"/home/me/r/.git/HEAD", "/home/me/r/a/b/x", "/home/me/x/y", "/etc/.git/HEAD", "/etc/a/x"});
  CHECK(repository_around("/home/me/r/a/b", "/home/me", plain.files()) == "/home/me/r");
  CHECK(repository_around("/home/me/r", "/home/me", plain.files()) == "/home/me/r");
  CHECK(repository_around("/home/me/x", "/home/me", plain.files()) == "/home/me/x");
  CHECK(repository_around("/etc/a", "/home/me", plain.files()) == "/etc/a");
  const Machine dotfiles({"/home/me/.git/HEAD", "/home/me/x/y"});
  CHECK(repository_around("/home/me/x", "/home/me", dotfiles.files()) == "/home/me/x");
  const Machine worktree({"/home/me/main/.git/HEAD", "/home/me/main/notes", "/home/me/big/.git/objects/x"}, {},
                         {{"/home/me/p/.git", "gitdir: /home/me/main/.git/worktrees/p\n"},
                          {"/home/me/main/.git/worktrees/p/commondir", "/home/me/main/.git\n"},
                          {"/home/me/main/.git/objects/info/alternates", "/home/me/big/.git/objects\n"}});
  CHECK(shown(worktree) == Texts{"/home/me/big/.git/objects", "/home/me/main/.git"});
}

TEST_CASE("a startup file's own words name the files that it reads") {
  CHECK(
      sourced_files(
          "source ~/a\n. \"$HOME/b\"; [ -s \"${HOME}/c\" ] && \\. \"${HOME}/c\"\nsource /etc/x\nalias n='vi ~/notes'\n"
          ". /h/d && source more",
          "/h") == Texts{"/h/a", "/h/b", "/h/c", "/h/d"});
}
