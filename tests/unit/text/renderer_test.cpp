// What the renderer does beyond what the recordings and the comparison with xterm.js cover: line ends, frames, answers,
// changes of size.
#include "text/emulator/renderer.hpp"

#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "unit/text/rendering.hpp"

namespace termhost::text {
namespace {

struct Case {
  std::string stream;
  std::string expected;
};

void check(const std::vector<Case>& cases, const RenderOptions& options = {}) {
  for (const Case& c : cases) {
    INFO(c.stream);
    CHECK(rendered(c.stream, options) == c.expected);
    CHECK(rendered_bytewise(c.stream, options) == c.expected);
    for (std::size_t at = 1; at < c.stream.size(); ++at) {
      INFO("split at " << at);
      CHECK(rendered_split(c.stream, at, options) == c.expected);
    }
  }
}

TEST_CASE("The last line has an end only if the cursor has left it downwards") {
  check({
      {"", ""},
      {"abc", "abc"},
      {"abc\r\n", "abc\n"},
      {"abc\r\n\r\n\r\n", "abc\n"},
      {"abc\r\n\x1b[A", "abc"},
      {"a\r\nb", "a\nb"},
      {"\r\n\r\n", ""},
      {"abc  \r", "abc"},
      {"\x1b[5;3Hx", "\n\n\n\n  x"},
  });
}

TEST_CASE("A bare LF ends a line only where it was asked for") {
  check({{"a\nb", "a\n b"}, {"a\r\nb", "a\nb"}});
  check({{"a\nb\n", "a\nb\n"}, {"a\r\nb", "a\nb"}}, {.newline = Newline::Lf});
}

TEST_CASE(
    "A mark after a wide character that had no room widens the cell it joins, which the next character then halves") {
  check({{"\x1b[?7lqa\xea\xb8\x80\xe1\x85\xa0\x1bm ", "q"}}, {.columns = 3, .rows = 2});
  check({{"abcd\x1b[H\x1b[?7lab\x1b[X\xf0\x9f\x8e\x89\xcc\x81",
          "ab\xcc\x81"
          "d"}},
        {.columns = 3, .rows = 2});
}

TEST_CASE("Each frame of a progress bar on a line of its own, if asked for") {
  check(
      {
          {"10%\r20%\r30%\r\n", "10%\n20%\n30%\n"},
          {"10%\r\x1b[K20%\r\n", "10%\n20%\n"},
          {"a\r\nb\r\n", "a\nb\n"},
          {"\rx\r\r\ny", "x\ny"},
          {"plain", "plain"},
      },
      {.carriage_return = CarriageReturn::NewLine});
}

TEST_CASE("Full-screen programs leave no text") {
  check({
      {"a\r\n\x1b[?1049hfull\r\nscreen\x1b[?1049lb", "a\nb"},
      {"a\x1b[?47hX\x1b[?47lb", "a b"},
      {"a\r\n\x1b[?1049hnever left", "a\n"},
  });
  Renderer renderer;
  std::string text;
  renderer.write("\x1b[?1049h\x1b[?2004h", text);
  CHECK(renderer.alternate_screen());
  CHECK(renderer.key_modes().bracketed_paste);
  renderer.write("\x1b[?1049l\x1b[?2004l", text);
  CHECK_FALSE(renderer.alternate_screen());
  CHECK_FALSE(renderer.key_modes().bracketed_paste);
}

TEST_CASE("What was handed on stays when the program clears the scrollback") {
  const RenderOptions small{.columns = 10, .rows = 2};
  check({{"1\r\n2\r\n3\r\n\x1b[H\x1b[2J\x1b[3Jend", "1\n2\nend"},
         {"1\r\n2\r\n3\x1b"
          "cend",
          "1\nend"}},
        small);
}

TEST_CASE("What becomes final is handed on at once, and pending is the rest") {
  Renderer renderer({.columns = 10, .rows = 2});
  std::string text;
  renderer.write("1\r\n2\r\n3\r\n4", text);
  CHECK(text == "1\n");
  CHECK(renderer.pending() == "2\n3\n4");
  CHECK(renderer.pending() == "2\n3\n4");
  renderer.finish(text);
  CHECK(text == "1\n2\n3\n4");
  renderer.write("afresh", text);
  renderer.finish(text);
  CHECK(text == "1\n2\n3\n4afresh");
}

TEST_CASE("Queries get the answers of a plain xterm") {
  const Case answers[] = {
      {"\x1b[5n", "\x1b[0n"},
      {"ab\x1b[6n", "\x1b[1;3R"},
      {"\r\n\x1b[?6n", "\x1b[?2;1R"},
      {"\x1b[c", "\x1b[?1;2c"},
      {"\x1b[0c", "\x1b[?1;2c"},
      {"\x1b[>c", "\x1b[>0;276;0c"},
      {"\x1b[=c", "\x1bP!|00000000\x1b\\"},
      {"\x1b[18t", "\x1b[8;24;80t"},
      {"\x1b[?7$p", "\x1b[?7;1$y"},
      {"\x1b[?2004h\x1b[?2004$p", "\x1b[?2004;1$y"},
      {"\x1b[?1002h\x1b[?1002$p\x1b[?1000$p", "\x1b[?1002;1$y\x1b[?1000;2$y"},
      {"\x1b[?9999$p", "\x1b[?9999;0$y"},
      {"\x1b[4$p", "\x1b[4;2$y"},
      {"\x1b]10;?\x07", "\x1b]10;rgb:ffff/ffff/ffff\x1b\\"},
      {"\x1b]11;?\x1b\\", "\x1b]11;rgb:0000/0000/0000\x1b\\"},
      {"\x1b]10;?;?\x07", "\x1b]10;rgb:ffff/ffff/ffff\x1b\\\x1b]11;rgb:0000/0000/0000\x1b\\"},
      {"\x1b]11;#fff\x07\x1b]52;c;?\x07\x1b]0;?\x07", ""},
      {"\x1b[3;9r\x1bP$qr\x1b\\", "\x1bP1$r3;9r\x1b\\"},
      {"\x1bP$qm\x1b\\", "\x1bP1$r0m\x1b\\"},
      {"\x1bP$q\"q\x1b\\", "\x1bP1$r0\"q\x1b\\"},
      {"\x1bP$qx\x1b\\", "\x1bP0$r\x1b\\"},
      {"\x1bP$qm\x18", ""},
  };
  for (const auto& [query, answer] : answers) {
    INFO(query);
    Renderer renderer;
    std::string text;
    for (const char& byte : query) renderer.write({&byte, 1}, text);
    CHECK(renderer.take_replies() == answer);
    CHECK(renderer.take_replies().empty());
  }
}

TEST_CASE("A change of size loses no text and splits no line") {
  const std::string long_line(25, 'x');
  struct Change {
    int columns, rows;
  };
  for (const Change change : {Change{10, 3}, {7, 2}, {2, 1}, {40, 6}, {20, 1}, {21, 9}, {200, 50}}) {
    INFO(change.columns << "x" << change.rows);
    Renderer renderer({.columns = 20, .rows = 4});
    std::string text;
    renderer.write("first\r\n\xe4\xb8\x96\xe7\x95\x8c " + long_line + "\r\n\r\nlast", text);
    renderer.resize(change.columns, change.rows);
    renderer.write("!\r\nmore", text);
    renderer.resize(20, 4);
    renderer.write("?\r\n", text);
    renderer.finish(text);
    CHECK(text == "first\n\xe4\xb8\x96\xe7\x95\x8c " + long_line + "\n\nlast!\nmore?\n");
  }
}

TEST_CASE("Memory stays bounded for every stream") {
  Renderer renderer;
  std::string text;
  const std::string marks = "\xcc\x81";
  renderer.write("e", text);
  for (int i = 0; i < 100'000; ++i) renderer.write(marks, text);
  CHECK(renderer.pending().size() < 10'000);
  renderer.write("\r\ne\xcc\x81\x1b[999999999b\r\n", text);
  CHECK(text.size() < 1'000'000);
  renderer.write("\x1b]0;", text);
  for (int i = 0; i < 1'000; ++i) renderer.write(std::string(1'000, 'x'), text);
  renderer.write("\x07\r\nend", text);
  for (int i = 0; i < 100'000; ++i) renderer.write("\x1b[6n", text);
  CHECK(renderer.take_replies().size() <= 64 * 1024);
  CHECK(renderer.pending().ends_with("\nend"));
}

/// Lines that take the short way: plain, coloured, wrapped, with blanks at the end, empty, of a terminal in a terminal.
std::string plain_output(int lines) {
  std::string stream;
  for (int i = 0; i < lines; ++i) {
    stream += "\x1b[3" + std::to_string(i % 8) + "mline " + std::to_string(i) + "\x1b[0m\x1b[K";
    stream += i % 5 == 0 ? std::string(static_cast<std::size_t>(i) * 3, 'x') + " \u25cf end   " : "";
    stream += i % 7 == 0 ? "\r\n\r\n" : i % 11 == 0 ? "\r\r\r\n" : i % 2 == 0 ? "\r\r\n" : "\r\n";
  }
  return stream;
}

TEST_CASE("What comes behind plain output finds the rows that plain output left") {
  const std::string_view control =
      GENERATE("", "\x1b[A\x1b[2Kagain", "\x1b[9Aabove", "\x1b[H\x1b[Mtop line gone", "\x1b[3S", "\x1b[2T",
               "\x1b[5;9r\x1b[9;1H\n\n\x1b[r", "\x1b[2J", "\x1b[1J", "\x1b[3J\x1b[2;30H\x1b[1J", "\x1b\x63",
               "\x1b[?1049hfull screen\x1b[?1049l", "\x1b[10A\x1b[M\x1b[L", "\x1b[H\x1bM", "\x1b#8", "a\tb\b\b\u65e5",
               "\x1b[8A\x1b[5P\x1b[2@", "\x1b[4A\x1b[70Cover the edge of the row");
  const RenderOptions options{.columns = 40, .rows = 12};
  const std::string stream = plain_output(60) + std::string(control) + "\r\n" + plain_output(9) + plain_output(40);
  const std::string bytewise = rendered_bytewise(stream, options);
  CHECK(rendered(stream, options) == bytewise);
  for (const std::size_t at : {100U, 1000U, 2000U, 2500U, 3000U, 3500U})
    CHECK(rendered_split(stream, at, options) == bytewise);
}

TEST_CASE("A line that is cut where it wraps ends without the blank it had there") {
  const RenderOptions options{.columns = 20, .rows = 6};
  std::string lines;
  for (int i = 0; i < 40; ++i) lines += std::string(19, static_cast<char>('a' + i % 26)) + " tail\r\n";
  for (const std::string_view control :
       {"\x1b[2J", "\x1b[A\x1b[2K", "\x1b[2A\x1b[2K", "\x1b[H\x1b[2K", "\x1b[H\x1b[M"}) {
    for (const std::string_view before : {"", "x\r\n"}) {
      const std::string stream = lines + std::string(before) + std::string(control) + "\x1b[5;1H\n" + lines;
      CAPTURE(control, before);
      CHECK(rendered(stream, options) == rendered_bytewise(stream, options));
    }
  }
}

TEST_CASE("A change of size finds the rows that plain output left") {
  for (const int columns : {20, 41, 90}) {
    Renderer whole({.columns = 40, .rows = 12});
    Renderer bytewise({.columns = 40, .rows = 12});
    std::string expected;
    std::string text;
    const std::string stream = plain_output(60);
    whole.write(stream, text);
    for (const char& byte : stream) bytewise.write({&byte, 1}, expected);
    CHECK(text + whole.pending() == expected + bytewise.pending());
    whole.resize(columns, 9);
    bytewise.resize(columns, 9);
    whole.write(stream, text);
    for (const char& byte : stream) bytewise.write({&byte, 1}, expected);
    CHECK(text + whole.pending() == expected + bytewise.pending());
  }
}

TEST_CASE("What is no UTF-8 is U+FFFD, one for each maximal part") {
  check({
      {"caf\xe9 au lait", "caf\uFFFD au lait"},
      {"caf\xc3", "caf\uFFFD"},
      {"\xe2\x82\x1b[mx", "\uFFFDx"},
      {"\xf0\x9f\x98 \xff\xfe", "\uFFFD \uFFFD\uFFFD"},
      {"\xc0\xaf\xed\xa0\x80", "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD"},
      {"a\xef\xbb\xbf"
       "b",
       "ab"},  // the byte order mark
  });
}

}  // namespace
}  // namespace termhost::text
