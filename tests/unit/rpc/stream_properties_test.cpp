#include <random>

#include <catch2/catch_test_macros.hpp>

#include "support/rpc_properties.hpp"

namespace termhost::rpc {
namespace {

const std::vector<std::string> fragments{
    "Content-Length: 40\r\n\r\n",
    "Content-Length: 3\r\n",
    "content-length:",
    "Content-Type: x\r\n",
    "\r\n",
    "\n",
    "{",
    "}",
    "[[",
    "\"",
    "\\ud83d",
    "\xff",
    std::string(1, '\0'),
    "123456789",
    framed(Framing::ContentLength,
           R"({"jsonrpc":"2.0","method":"terminal/didWrite","params":{"terminalId":"1","data":"é"}})"),
    framed(Framing::ContentLength, R"({"jsonrpc":"2.0","id":1,"method":"tool/list"})"),
    framed(Framing::ContentLength, R"({"jsonrpc":"2.0","id":1})"),
};

std::string any_stream(std::mt19937& random) {
  std::string stream;
  for (auto count = random() % 8; count > 0; --count) {
    const std::string& fragment = fragments[random() % fragments.size()];
    stream += random() % 4 == 0 ? fragment.substr(0, random() % (fragment.size() + 1)) : fragment;
  }
  return stream;
}

TEST_CASE("Of any mixture of frames, halves of frames and garbage: the cuts do not matter, and what follows is heard") {
  std::mt19937 random(20);  // NOLINT: the same streams every time
  for (int turn = 0; turn < 500; ++turn) {
    const std::string stream = any_stream(random);
    CAPTURE(stream);
    const auto whole = test::outcome(stream, stream.size() + 1);
    CHECK(test::outcome(stream, 1) == whole);
    CHECK(test::outcome(stream, 1 + random() % 50) == whole);
    CHECK(test::hears_what_follows(stream));
  }
}

}  // namespace
}  // namespace termhost::rpc
