// Which files a command or an error names, from the folder that it began in.
#include "tool/results/named_paths.hpp"

#include <algorithm>

#include <catch2/catch_test_macros.hpp>

using namespace termhost::tool;

TEST_CASE("a line names a file") {
  struct Case {
    const char* place;
    const char* line;
    bool named;
  };
  for (const auto& [place, line, named] : {Case{"/home/me/.ssh", "cat ~/.ssh/id_rsa", true},
                                           {"/home/me/.ssh", "cat \"$HOME/.ssh\"", true},
                                           {"/home/me/.ssh", "cat ../.ssh/id_rsa", true},
                                           {"/home/me/.ssh", "ls .sshd x.ssh", false},
                                           {"/home/me/p/.env", "cat .env", true},
                                           {"/home/me/p/.env", "cat <.env", true},
                                           {"/home/me/p/.env", "cat ./.env|wc", true},
                                           {"/home/me/p/.env", "docker run --env-file=.env x", true},
                                           {"/home/me/p/.env", "curl -d @.env x", true},
                                           {"/home/me/p/.env", "cat $PWD/.env", true},
                                           {"/home/me/p/.env", "cat sub/.env", false},
                                           {"/home/me/p/.env", "cat $PWD/sub/.env", false},
                                           {"/home/me/p/.env", "cd sub; cat .env", false},
                                           {"/home/me/p/.env", "cd sub && cat ../.env", true},
                                           {"/home/me/p/.env", "cd /home/me/p && cat .env", true},
                                           {"/home/me/p/.env", "cd -P /home/me && cat p/.env", true},
                                           {"/home/me/p/.env", "cd $x && cat .env", false},
                                           {"/home/me/p/.env", "cd $x; cd y; cat .env", false},
                                           {"/home/me/p/.env", "cd", false},
                                           {"/home/me/p/.env", "cp .env.example env", false},
                                           {"/home/me/p/key.pem", "open 'key.pem': ENOENT", true},
                                           {"/home/me/p/key.pem", "cat: key.pem: No such file", true},
                                           {"/home/me/p/hid", "cat hid/x", true},
                                           {"/home/me/p/plain", "cat plain", true},
                                           {"/home/me/p/plain", "cat plainer x/plain", false},
                                           {"/home/me/.config/gh", "gh pr list", false},
                                           {"/home/me/.config/gh", "cat ~/.config/gh/hosts.yml", true},
                                           {"/etc/shadow", "cat /etc/shadow", true},
                                           {"/etc/shadow", "box-shadow: none; shadow", false},
                                           {"/x", "cat /x", true}}) {
    CAPTURE(place, line);
    const auto paths = paths_named_in(line, "/home/me/p").paths;
    CHECK(std::any_of(paths.begin(), paths.end(),
                      [in = std::string(place)](const auto& path) { return leads_into(path, in); }) == named);
  }
}

TEST_CASE("where nobody can tell the folder, only absolute paths are names") {
  CHECK(paths_named_in("cat .env /x", {}).paths == std::vector<std::string>{"/x"});
}

TEST_CASE("where a line has gone") {
  CHECK(paths_named_in("cat x", "/p").folder == "/p");
  CHECK(paths_named_in("cd a && cd ../b/", "/p").folder == "/p/b");
  CHECK(paths_named_in("cd ~/x", "/p").folder.empty());
}
