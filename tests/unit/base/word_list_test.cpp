#include "base/word_list.hpp"

#include <catch2/catch_test_macros.hpp>

namespace termhost::base {

TEST_CASE("a word is listed if a whole word of the list is the same") {
  constexpr std::string_view list = "ls lsof true ls-files";
  for (const char* word : {"ls", "lsof", "true", "ls-files"}) CHECK(listed(list, word));
  for (const char* word : {"", " ", "l", "s", "files", "ls lsof", "tru", "rue", "ls ", "ls-files "})
    CHECK_FALSE(listed(list, word));
  CHECK_FALSE(listed("", "ls"));
  CHECK_FALSE(listed("", ""));
}

}  // namespace termhost::base
