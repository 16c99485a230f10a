// The examples of the README, of the documents, run, in a home without a policy: every "$ command"
// must print what stands below it.
#include <array>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "unit/io/storage_fixture.hpp"

namespace termhost::cli {
namespace {

struct Example {
  std::string command;
  std::string output;
};

std::vector<Example> examples_of(const std::string& file) {
  std::vector<Example> examples;
  std::ifstream text(file);
  bool inside = false;
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("```")) {
      inside = line == "```console";
    } else if (inside && line.starts_with("$ ")) {
      examples.push_back({line.substr(2), ""});
    } else if (inside && !examples.empty()) {
      examples.back().output += line + "\n";
    }
  }
  return examples;
}

std::string output_of(const std::string& command) {
  std::string output;
  FILE* pipe = ::popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> block{};
  while (const std::size_t size = std::fread(block.data(), 1, block.size(), pipe)) output.append(block.data(), size);
  ::pclose(pipe);
  return output;
}

}  // namespace

TEST_CASE("The examples of the README and of the documents are what termhost prints") {
  for (const char* const file : {"/README.md", "/docs/output.md", "/docs/agents.md", "/docs/configuration.md"}) {
    const io::TemporaryFolder folder;
    const std::vector<Example> examples = examples_of(TERMHOST_SOURCE_DIR + std::string(file));
    REQUIRE(examples.size() >= 2);
    for (const Example& example : examples) {
      const std::string setup = "cd '" + folder.path().string() +
                                "' && export XDG_CONFIG_HOME=$PWD && mkdir -p scripts && ln -sf '" TERMHOST_BINARY
                                "' scripts/run && termhost() { scripts/run \"$@\"; } && ";
      CHECK(output_of(setup + example.command) == example.output);
    }
  }
}

}  // namespace termhost::cli
