// A stream whose carrier is cut at any byte arrives whole, in its order, and once.
#include "io/link/numbered_parts.hpp"

#include <random>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>

using namespace termhost;
using io::NumberedParts;
using io::Part;

namespace {

/// Moves up to `most` bytes; false: the receiver did not understand them.
bool move_some(NumberedParts& from, NumberedParts& to, std::size_t most, std::vector<Part>& parts) {
  const std::string bytes(from.to_write().substr(0, most));
  from.written(bytes.size());
  return to.feed(bytes, parts);
}

std::vector<std::string> texts(const std::vector<Part>& parts) {
  std::vector<std::string> all;
  for (const Part& part : parts) all.push_back(part.text);
  return all;
}

std::string everything(NumberedParts& parts) {
  std::string bytes;
  for (std::string_view next = parts.to_write(); !next.empty(); next = parts.to_write()) {
    bytes += next;
    parts.written(next.size());
  }
  return bytes;
}

}  // namespace

TEST_CASE("a stream whose carrier is cut at any byte arrives whole, in order and once") {
  std::mt19937 random(7);
  const auto below = [&](std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(random); };
  for (int round = 0; round < 200; ++round) {
    NumberedParts here, there;
    std::vector<std::string> sent_here, sent_there;
    std::vector<Part> got_here, got_there;
    std::size_t cuts = 0;
    while (sent_here.size() < 30 || sent_there.size() < 30 || !here.all_arrived() || !there.all_arrived()) {
      for (auto* side : {&here, &there}) {
        auto& sent = side == &here ? sent_here : sent_there;
        if (sent.size() == 30 || below(3) != 0) continue;
        sent.push_back(std::string(below(400), static_cast<char>('a' + sent.size())));
        side->send({sent.size() == 30 ? Part::Kind::End : Part::Kind::Messages, sent.back()});
      }
      REQUIRE(move_some(here, there, below(600), got_there));
      REQUIRE(move_some(there, here, below(600), got_here));
      if (below(8) != 0) continue;
      ++cuts;
      const std::uint64_t here_has = here.received(), there_has = there.received();
      REQUIRE(here.begin_carrier(there_has));
      REQUIRE(there.begin_carrier(here_has));
    }
    CHECK(cuts > 0);
    CHECK(texts(got_there) == sent_here);
    CHECK(texts(got_here) == sent_there);
  }
}

TEST_CASE("parts keep their kinds and any bytes") {
  NumberedParts from, to;
  from.send({Part::Kind::Messages, std::string("a\0\n1 2 3\n", 9)});
  from.send({Part::Kind::Errors, ""});
  from.send({Part::Kind::End, "3"});
  std::vector<Part> parts;
  for (const char byte : everything(from)) REQUIRE(to.feed({&byte, 1}, parts));
  REQUIRE(parts.size() == 3);
  CHECK(parts[0].text == std::string("a\0\n1 2 3\n", 9));
  CHECK(parts[1].kind == Part::Kind::Errors);
  CHECK(parts[2].kind == Part::Kind::End);
}

TEST_CASE("a part is confirmed with the next one, and alone only after many bytes and after the end") {
  NumberedParts from, to;
  std::vector<Part> parts;
  from.send({Part::Kind::Messages, "question"});
  REQUIRE(to.feed(everything(from), parts));
  CHECK(to.to_write().empty());
  CHECK_FALSE(from.all_arrived());
  to.send({Part::Kind::Messages, "answer"});
  REQUIRE(from.feed(everything(to), parts));
  CHECK(from.all_arrived());
  from.send({Part::Kind::Messages, std::string(300 * 1024, 'x')});
  REQUIRE(to.feed(everything(from), parts));
  REQUIRE(from.feed(everything(to), parts));
  CHECK(from.all_arrived());
  from.send({Part::Kind::End, ""});
  REQUIRE(to.feed(everything(from), parts));
  REQUIRE(from.feed(everything(to), parts));
  CHECK(from.all_arrived());
}

TEST_CASE("what waits for a carrier is limited") {
  NumberedParts parts;
  std::size_t sent = 0;
  while (parts.has_room()) parts.send({Part::Kind::Messages, std::string(1 << 20, 'x')}), ++sent;
  CHECK(sent == 8);
}

TEST_CASE("bytes that are not of such a stream are refused") {
  for (const char* bytes :
       {"Welcome\n", "m 0\n", "m x 1\n", "m 0 x\n", "m 0 99999999999\n", "q 0 0\n", "m 1 0\n", "m  0 0\n"}) {
    CAPTURE(bytes);
    NumberedParts parts;
    std::vector<Part> got;
    CHECK_FALSE(parts.feed(bytes, got));
  }
  NumberedParts endless;
  std::vector<Part> got;
  CHECK_FALSE(endless.feed(std::string(100, 'm'), got));
  CHECK_FALSE(NumberedParts().begin_carrier(1));
}
