// A folder that the user's machine and this one have by different names.
#include "host/state/shared_folder.hpp"

#include <string>

#include <catch2/catch_test_macros.hpp>

using termhost::host::SharedFolder;

TEST_CASE("a path in the user's folder becomes one of this machine, in each spelling; any other stays") {
  const SharedFolder shared{{"/home/me/link", "/data/big"}, "/srv/big"};
  struct Row {
    const char *users, *here;
  };
  for (const auto& [users, here] :
       {Row{"/data/big", "/srv/big"}, Row{"/home/me/link/src/a.c", "/srv/big/src/a.c"}, Row{"/data/big/", "/srv/big/"},
        Row{"/data/bigger", "/data/bigger"}, Row{"/srv/big/x", "/srv/big/x"}, Row{"src", "src"}, Row{"~/x", "~/x"},
        Row{"", ""}}) {
    CHECK(shared.path(users) == here);
  }
  const SharedFolder inner{{"/src"}, "/src/vm/src"};
  CHECK(inner.path("/src/a") == "/src/vm/src/a");
  CHECK(inner.path(inner.path("/src/a")) == "/src/vm/src/a");
  CHECK(SharedFolder{}.path("/data/big") == "/data/big");
}
