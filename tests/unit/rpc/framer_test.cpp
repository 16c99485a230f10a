#include "rpc/frames/framer.hpp"

#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_range.hpp>

namespace termhost::rpc {
namespace {

/// Frames as their text, problems as "! sentence".
void drain(Framer& framer, std::vector<std::string>& seen) {
  while (true) {
    const FramerEvent event = framer.next();
    if (std::holds_alternative<NeedMore>(event)) return;
    if (const auto* frame = std::get_if<Frame>(&event)) seen.emplace_back(frame->text);
    if (const auto* problem = std::get_if<FramingProblem>(&event)) seen.push_back("! " + problem->what);
  }
}

std::vector<std::string> run(Framing framing, const std::vector<std::string_view>& pieces) {
  const auto framer = make_framer(framing);
  std::vector<std::string> seen;
  for (const std::string_view piece : pieces) {
    framer->feed(piece);
    drain(*framer, seen);
  }
  const FramerEvent end = framer->finish();
  if (const auto* problem = std::get_if<FramingProblem>(&end)) seen.push_back("! " + problem->what);
  return seen;
}

std::string frame(std::string_view text) { return framed(Framing::ContentLength, std::string(text)); }

struct Row {
  std::string name;
  std::string bytes;
  std::vector<std::string> expected;
};

const std::string good = R"({"good":1})";
const std::string next = R"({"next":2})";
const std::string skipped = "; skipped to the next header";
const std::string long_header = "X-Padding: " + std::string(max_header_bytes, 'x') + "\r\n";

const std::vector<Row> rows{
    {"two frames", frame(good) + frame(next), {good, next}},
    {"names in any case, other fields, no space, LF",
     "content-LENGTH:10\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n" + good +
         "X: y\nContent-Length:  10 \n\n" + next,
     {good, next}},
    {"line breaks between frames", frame(good) + "\r\n\r\n" + frame(next), {good, next}},
    {"the bytes count, not the characters", frame("{\"é\":\"😀\"}") + frame(next), {"{\"é\":\"😀\"}", next}},
    {"a body that quotes a header",
     frame(R"({"t":"\r\nContent-Length: 5\r\n\r\n"})") + frame(next),
     {R"({"t":"\r\nContent-Length: 5\r\n\r\n"})", next}},
    {"a body over several lines", frame("{\n \"a\": 1\n}\n") + frame(next), {"{\n \"a\": 1\n}\n", next}},
    {"garbage before a header", "hello\nworld" + frame(good), {"! expected a header, found 'hello'" + skipped, good}},
    {"garbage on the header's line",
     "}}}}" + frame(good),
     {"! expected a header, found '}}}}Content-Length: 10'" + skipped, good}},
    {"letters before the header's name", "abc" + frame(good), {"! a header had no Content-Length" + skipped, good}},
    {"a header without a length",
     "Content-Type: text\r\n\r\n" + good + frame(next),
     {"! a header had no Content-Length" + skipped, next}},
    {"a length that is no number",
     "Content-Length: ten\r\n\r\n" + good + frame(next),
     {"! Content-Length 'ten' is not a number from 0 to 67108864" + skipped, next}},
    {"a negative length",
     "Content-Length: -5\r\n\r\n" + good + frame(next),
     {"! Content-Length '-5' is not a number from 0 to 67108864" + skipped, next}},
    {"a length of 1 GiB",
     "Content-Length: 1073741824\r\n\r\n" + good + frame(next),
     {"! Content-Length '1073741824' is not a number from 0 to 67108864" + skipped, next}},
    {"a length that no type holds",
     "Content-Length: 99999999999999999999999\r\n\r\n" + good + frame(next),
     {"! Content-Length '99999999999999999999999' is not a number from 0 to 67108864" + skipped, next}},
    {"a length of a hundred digits behind garbage",
     "Content-Length: x\r\n\r\nContent-Length: " + std::string(100, '1') + "\r\n\r\n" + good + frame(next),
     {"! Content-Length 'x' is not a number from 0 to 67108864" + skipped, next}},
    {"a length one too short",
     "Content-Length: 9\r\n\r\n" + good + frame(next),
     {"! the body of Content-Length 9 is not a JSON message" + skipped, next}},
    {"a length of nothing",
     "Content-Length: 0\r\n\r\n" + frame(next),
     {"! the body of Content-Length 0 is not a JSON message" + skipped, next}},
    {"a length far too long",
     "Content-Length: 500\r\n\r\n" + good + frame(next) + frame(good),
     {"! a message of Content-Length 500 held the next header after 10 bytes" + skipped, next, good}},
    {"a length that ends within the next header",
     "Content-Length: 15\r\n\r\n" + good + frame(next),
     {"! the body of Content-Length 15 is not a JSON message" + skipped, next}},
    {"a length that ends within the next body",
     "Content-Length: 34\r\n\r\n" + good + frame(next) + frame(good),
     {"! a message of Content-Length 34 held the next header after 10 bytes" + skipped, next, good}},
    {"a truncated body",
     "Content-Length: 10\r\n\r\n{\"goo" + frame(next),
     {"! the body of Content-Length 10 is not a JSON message" + skipped, next}},
    {"truncated JSON of the right length",
     frame("{\"goo") + frame(next),
     {"! the body of Content-Length 5 is not a JSON message" + skipped, next}},
    {"a header that was begun anew", "Content-Length: 999\r\nContent-Length: 10\r\n\r\n" + good, {good}},
    {"a header that never ends",
     long_header + long_header + "\r\n" + frame(next),
     {"! a header is longer than 8192 bytes" + skipped, next}},
    {"binary", std::string("\0\x01\xff\n\0", 5) + frame(good), {"! expected a header, found '...'" + skipped, good}},
    {"the end within a header",
     frame(good) + "Content-Le",
     {good, "! the input ended within a header, after 10 bytes of it"}},
    {"the end within a body",
     "Content-Length: 10\r\n\r\n{\"go",
     {"! the input ended within a message, after 4 of its 10 bytes"}},
    {"the end within garbage",
     "Content-Length: x\r\n\r\n{\"go",
     {"! Content-Length 'x' is not a number from 0 to 67108864" + skipped}},
};

TEST_CASE("Content-Length framing, recovering from what is no frame: whole, at every split, byte by byte") {
  const Row& row = GENERATE(from_range(rows.begin(), rows.end()));
  CAPTURE(row.name);
  const std::string_view bytes = row.bytes;
  CHECK(run(Framing::ContentLength, {bytes}) == row.expected);

  std::vector<std::string_view> single;
  const std::size_t step = bytes.size() > 1000 ? 97 : 1;  // the long rows would take minutes
  for (std::size_t at = 0; at < bytes.size(); at += step) single.push_back(bytes.substr(at, step));
  CHECK(run(Framing::ContentLength, single) == row.expected);

  for (std::size_t at = 1; at < bytes.size(); at += step) {
    const auto seen = run(Framing::ContentLength, {bytes.substr(0, at), bytes.substr(at)});
    if (seen != row.expected)
      FAIL_CHECK("split at " << at << ": " << Catch::StringMaker<std::vector<std::string>>::convert(seen));
  }
}

TEST_CASE("A header inside a body is known before the body's end has come") {
  const auto framer = make_framer(Framing::ContentLength);
  std::vector<std::string> seen;
  framer->feed("Content-Length: 1000\r\n\r\n{\"cut\":" + frame(next));
  drain(*framer, seen);
  CHECK(seen == std::vector<std::string>{
                    "! a message of Content-Length 1000 held the next header after 7 bytes" + skipped, next});
}

TEST_CASE("A frame of the largest size passes, one byte more does not") {
  const std::string body = "{" + std::string(max_frame_bytes - 2, ' ') + "}";
  const auto framer = make_framer(Framing::ContentLength);
  framer->feed(frame(body));
  const FramerEvent event = framer->next();
  REQUIRE(std::holds_alternative<Frame>(event));
  CHECK(std::get<Frame>(event).text.size() == max_frame_bytes);
  framer->feed(frame(body + " "));
  CHECK(std::holds_alternative<FramingProblem>(framer->next()));
}

const std::vector<Row> line_rows{
    {"two lines", good + "\n" + next + "\n", {good, next}},
    {"CR LF and empty lines", "\r\n" + good + "\r\n\n  \n" + next + "\n", {good + "\r", next}},
    {"what is no JSON is a line too", "hello\n" + next + "\n", {"hello", next}},
    {"the end within a line", good + "\n{\"cut", {good, "! the input ended within a line, after 5 bytes of it"}},
};

TEST_CASE("Line framing: whole and at every split") {
  const Row& row = GENERATE(from_range(line_rows.begin(), line_rows.end()));
  CAPTURE(row.name);
  const std::string_view bytes = row.bytes;
  CHECK(run(Framing::Lines, {bytes}) == row.expected);
  for (std::size_t at = 1; at < bytes.size(); ++at) {
    CAPTURE(at);
    CHECK(run(Framing::Lines, {bytes.substr(0, at), bytes.substr(at)}) == row.expected);
  }
}

TEST_CASE("A line that is too long is skipped whole and told once") {
  const std::string too_long(max_frame_bytes + 10, 'x');
  const auto seen = run(Framing::Lines, {good + "\n" + too_long, "more\n" + next + "\n"});
  CHECK(seen ==
        std::vector<std::string>{good, "! a line is longer than 67108864 bytes; skipped to the next line", next});
}

}  // namespace
}  // namespace termhost::rpc
