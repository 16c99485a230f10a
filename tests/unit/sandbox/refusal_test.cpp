// What is told of refusals in words.
#include "sandbox/refusal.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace termhost::sandbox;

TEST_CASE("of many refusals some are named, and how many more there are") {
  std::vector<Refusal> all;
  const auto told = [&](std::size_t count) {
    while (all.size() < count) add(all, {RefusedAccess::Write, "/" + std::to_string(all.size() + 1)});
    return to_string(all);
  };
  CHECK(told(1) == "writing '/1'");
  CHECK(told(2) == "writing '/1' and writing '/2'");
  CHECK(told(4) == "writing '/1', writing '/2', writing '/3' and writing '/4'");
  CHECK(told(5) == "writing '/1', writing '/2', writing '/3', writing '/4' and 1 more");
  CHECK(told(15).ends_with(", writing '/4' and 11 more"));
  CHECK(told(most_refusals).ends_with(", writing '/4' and at least 12 more"));
}
