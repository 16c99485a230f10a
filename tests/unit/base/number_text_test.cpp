#include "base/number_text.hpp"

#include <catch2/catch_test_macros.hpp>

namespace termhost::base {
namespace {

TEST_CASE("Sizes are told in the largest unit that they have one of") {
  CHECK(size_text(0) == "0 bytes");
  CHECK(size_text(1) == "1 byte");
  CHECK(size_text(1023) == "1023 bytes");
  CHECK(size_text(1024) == "1.0KB");
  CHECK(size_text(48435) == "47.3KB");
  CHECK(size_text(2621440) == "2.5MB");
  CHECK(size_text(std::uint64_t{2} << 30) == "2.0GB");
  CHECK(size_text(std::uint64_t{3000} << 40) == "3000.0TB");
}

TEST_CASE("Numbers are grouped by thousands") {
  CHECK(grouped(0) == "0");
  CHECK(grouped(999) == "999");
  CHECK(grouped(1000) == "1,000");
  CHECK(grouped(1234567) == "1,234,567");
}

}  // namespace
}  // namespace termhost::base
