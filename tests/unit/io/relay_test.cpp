// Which end of a relay has gone: whoever tells a person why must know.
#include "io/stdio/relay.hpp"

#include <csignal>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>

#include "io/file_descriptor.hpp"

using namespace termhost;

TEST_CASE("a relay tells whose end has come") {
  std::signal(SIGPIPE, SIG_IGN);
  int in[2], out[2];
  REQUIRE(::pipe(in) == 0);
  REQUIRE(::pipe(out) == 0);
  const io::FileDescriptor from(in[0]), to(out[1]);
  io::FileDescriptor writer(in[1]), reader(out[0]);
  SECTION("nothing more to read") {
    REQUIRE(::write(writer.get(), "abc", 3) == 3);
    writer = io::FileDescriptor();
    CHECK(io::relay(from.get(), to.get()) == io::RelayEnd::NothingMore);
    char text[4] = {};
    CHECK(::read(reader.get(), text, sizeof text) == 3);
  }
  SECTION("nobody who reads") {
    reader = io::FileDescriptor();
    REQUIRE(::write(writer.get(), "abc", 3) == 3);
    CHECK(io::relay(from.get(), to.get()) == io::RelayEnd::ReaderGone);
  }
}
