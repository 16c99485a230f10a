#include "terminal/shells/shell_stream.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace termhost;

namespace {

/// The stream has read `bytes`, cut at `cut`.
bool has_marks_after(std::string_view bytes, std::size_t cut) {
  terminal::ShellStream stream(terminal::BoundaryArbiter::owned("0123"));
  for (std::string_view part : {bytes.substr(0, cut), bytes.substr(cut)})
    while (stream.next(part)) {
    }
  return stream.has_marks();
}

}  // namespace

TEST_CASE("the first mark with the nonce is seen wherever it is cut, and no other text is one") {
  constexpr std::string_view mark = "ab\x1b]633;A;0123\a$ ";
  for (std::size_t cut = 0; cut <= mark.size(); ++cut) CHECK(has_marks_after(mark, cut));
  for (const std::string_view other : {"0123", "\x1b]633;A\a", "\x1b]633;A;012\a", "012 123 0 1 2 3"})
    CHECK_FALSE(has_marks_after(other, 1));
}
