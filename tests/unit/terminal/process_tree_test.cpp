// What of a terminal's processes a command is answerable for.
#include "terminal/process_tree.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace termhost::terminal;

namespace {

SeenProcess shell(std::int64_t cpu_ms) { return {.pid = 1, .of_shell = true, .spent = {.cpu_ms = cpu_ms}}; }
SeenProcess process(int pid, int parent, std::int64_t cpu_ms, std::uint64_t started = 0) {
  return {.pid = pid, .parent = parent, .started = started, .name = "p", .spent = {.cpu_ms = cpu_ms}};
}
std::int64_t cpu(const SeenTree& before, const SeenTree& now) { return footprint(before, now).spent.cpu_ms; }

}  // namespace

TEST_CASE("what the shell has waited for is the command's") { CHECK(cpu({shell(100)}, {shell(350)}) == 250); }

TEST_CASE("what still runs is the command's, what an earlier one left is not") {
  CHECK(cpu({shell(100), process(7, 1, 1000)}, {shell(120), process(7, 1, 9000), process(8, 1, 30)}) == 50);
}

TEST_CASE("what an earlier one's server starts is its own") {
  const Footprint found = footprint({shell(0), process(7, 1, 0)}, {shell(0), process(7, 1, 0), process(8, 7, 500)});
  CHECK(found.spent.cpu_ms == 0);
  CHECK(found.in_background.empty());
}

TEST_CASE("of an earlier one's that ended meanwhile only what it used since can be the command's") {
  CHECK(cpu({shell(100), process(7, 1, 1000)}, {shell(1150)}) == 50);
}

TEST_CASE("a number that was given to another process is not the old one") {
  CHECK(cpu({shell(0), process(7, 1, 40, 1)}, {shell(40), process(7, 1, 25, 2)}) == 25);
}

TEST_CASE("time never runs backwards") { CHECK(cpu({shell(500)}, {shell(100)}) == 0); }

TEST_CASE("who has the terminal was not left in the background") {
  SeenProcess front = process(8, 1, 0);
  front.foreground = true;
  CHECK(footprint({shell(0)}, {shell(0), front}).in_background.empty());
  CHECK(footprint({shell(0)}, {shell(0), process(9, 1, 0)}).in_background == std::vector<Holder>{{9, "p"}});
}
