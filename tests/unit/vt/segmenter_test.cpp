#include "vt/segmenter.hpp"

#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>

namespace termhost::vt {
namespace {

constexpr std::string_view letters = "ABCDEFGP";

/// The stream as it was cut: data as it is, each marker as <letter>, what is left at the end behind a |.
class Cutter {
 public:
  void feed(std::string_view bytes) {
    while (auto segment = segmenter_.next(bytes)) {
      if (segment->marker) {
        result_ += std::string("<") + letters[static_cast<std::size_t>(segment->marker->kind)] + ">";
      } else {
        result_ += segment->data;
      }
    }
    CHECK(bytes.empty());
  }

  std::string finish() {
    const std::string rest = segmenter_.take_rest();
    return rest.empty() ? result_ : result_ + "|" + rest;
  }

 private:
  Segmenter segmenter_;
  std::string result_;
};

struct Case {
  std::string stream;
  std::string expected;
};

const std::string too_long(70'000, 'x');

const std::vector<Case> cases = {
    {"plain", "plain"},
    {"\x1b]633;A\x07$ \x1b]633;B\x07", "<A>$ <B>"},
    {"\x1b]633;A\x1b\\$ \x1b]633;B\x1b\\x", "<A>$ <B>x"},
    {"\xc2\x9d"
     "633;C\xc2\x9cout",
     "<C>out"},
    {"\x9d"
     "633;C\x9cout",
     "<C>out"},
    {"\x1b]633;C\xc2\x9cout", "<C>out"},
    {"a\x1b[31mb\x1b[0m\x1b]633;D;0\x07", "a\x1b[31mb\x1b[0m<D>"},
    {"\x1b]133;A\x07\x1b]133;B\x07\x1b]133;C\x07\x1b]133;D;1\x07", "<A><B><C><D>"},
    {"\x1b]7;file://h/tmp\x1b\\\x1b]9;9;/tmp\x07\x1b]1337;CurrentDir=/tmp\x07", "<P><P><P>"},
    // Other sequences are data, to the byte.
    {"\x1b]0;title\x07x\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\",
     "\x1b]0;title\x07x\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\"},
    {"\x1b]633;EnvJson;{}\x1b\\x\x1b]633;P;x\x07", "\x1b]633;EnvJson;{}\x1b\\x\x1b]633;P;x\x07"},
    {"\x1b]9;4;1;5\x07\x1b]1337;File=x\x07", "\x1b]9;4;1;5\x07\x1b]1337;File=x\x07"},
    {"\x1b]70;x\x07", "\x1b]70;x\x07"},
    // A string inside a string, as tmux passes through.
    {"\x1bPtmux;\x1b\x1b]633;A\x07\x1b\\", "\x1bPtmux;\x1b<A>\x1b\\"},
    // An ESC that begins something else ends the marker too.
    {"\x1b]633;A\x1b[1mx", "<A>\x1b[1mx"},
    {"\x1b]633;A\x1b]633;B\x07", "<A><B>"},
    {"\x1b]633;A\x1b\x1b]633;B\x07", "<A>\x1b<B>"},
    {"\x1b]633;Q\x1b[1mx", "\x1b]633;Q\x1b[1mx"},
    // Cancelled: no marker.
    {"\x1b]633;A\x18x\x07", "\x1b]633;A\x18x\x07"},
    {"\x1b]633;A\x1ax\x07", "\x1b]633;A\x1ax\x07"},
    // Characters whose bytes look like C1 controls.
    {"\xe2\x9d\x9d"
     "633;A\x07",
     "\xe2\x9d\x9d"
     "633;A\x07"},
    {"\x1b]633;E;echo \xe2\x9c\x9c \xe2\x9d\x9d;n\x07x", "<E>x"},
    {"\xc3\x9d"
     "633;A\x07\xc2\xa0\xc2",
     "\xc3\x9d"
     "633;A\x07\xc2\xa0|\xc2"},
    // One that breaks off where another begins.
    {"\xc2\x9d"
     "63\xc2\x9d"
     "633;A\xc2\x9cx",
     "\xc2\x9d"
     "63<A>x"},
    {"\x1b]63\x1b]633;A\x07x", "\x1b]63<A>x"},
    // Unfinished at the end.
    {"x\x1b", "x|\x1b"},
    {"x\x1b]633;A", "x|\x1b]633;A"},
    {"x\x1b]633;A\x1b", "x|\x1b]633;A\x1b"},
    {"x\x1b]633;A\x1b[", "x<A>\x1b["},
    {"x\x1b]0;t", "x\x1b]0;t"},
    {"\x1b\x1b\x1b]633;A\x07", "\x1b\x1b<A>"},
    {std::string("a\0b\x1b]633;A\x07\0", 12), std::string("a\0b<A>\0", 7)},
    {"\x1b]633;D;0;" + too_long + "\x07", "\x1b]633;D;0;" + too_long + "\x07"},
};

TEST_CASE("A stream is cut into data and markers, however it arrives") {
  for (const Case& c : cases) {
    INFO(c.stream.substr(0, 60));
    Cutter whole;
    whole.feed(c.stream);
    CHECK(whole.finish() == c.expected);

    Cutter bytewise;
    for (const char& byte : c.stream) bytewise.feed({&byte, 1});
    CHECK(bytewise.finish() == c.expected);

    for (std::size_t split = 1; split < c.stream.size() && c.stream.size() < 200; ++split) {
      INFO("split at " << split);
      Cutter halves;
      halves.feed(std::string_view(c.stream).substr(0, split));
      halves.feed(std::string_view(c.stream).substr(split));
      CHECK(halves.finish() == c.expected);
    }
  }
}

TEST_CASE("Only what may become a marker is held back") {
  const std::pair<std::string, std::string> now[] = {
      {"text\x1b[3", "text\x1b[3"}, {"text\x1b]0;ti", "text\x1b]0;ti"}, {"text\x1b]63", "text"}, {"text\x1b", "text"}};
  for (const auto& [stream, expected] : now) {
    Segmenter segmenter;
    std::string_view bytes = stream;
    std::string data;
    while (auto segment = segmenter.next(bytes)) data += segment->data;
    CHECK(data == expected);
    CHECK(data + segmenter.take_rest() == stream);
  }
}

}  // namespace
}  // namespace termhost::vt
