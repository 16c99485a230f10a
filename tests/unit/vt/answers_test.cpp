#include "vt/answers.hpp"

#include <string_view>

#include <catch2/catch_test_macros.hpp>

using termhost::vt::are_answers;

TEST_CASE("What a terminal answers to queries is known") {
  for (const std::string_view answer :
       {"\x1b[12;40R", "\x1b[?1;1R", "\x1b[0n", "\x1b[?62;22c", "\x1b[>0;276;0c", "\x1b[?2026;2$y", "\x1b[4;2$y",
        "\x1b[8;48;160t", "\x1b[?1u", "\x1b[I", "\x1b[O", "\x1b]11;rgb:0000/0000/0000\x07",
        "\x1b]4;1;rgb:cdcd/0000/0000\x1b\\", "\x1bP1$r0m\x1b\\", "\x1b[1;1R\x1b[1;1R"}) {
    CAPTURE(answer);
    CHECK(are_answers(answer));
  }
}

TEST_CASE("What keys send is none of it, and neither is a part of an answer") {
  for (const std::string_view input : {"", "a", "\r", "\x1b", "\x1b[", "\x1b[A", "\x1b[3~", "\x1b[200~text\x1b[201~",
                                       "\x1bOP", "\x1b[97u", "\x1b[97;5u", "\x1b[1;1Rls", "ls\x1b[1;1R", "\x1b[1;1",
                                       "\x1b]11;rgb", "\x1bP1$r0m\x1b", "\x1b]0;x\x1b[A", "\x1b[<0;1;1M"}) {
    CAPTURE(input);
    CHECK_FALSE(are_answers(input));
  }
}
