// Reading and searching an artifact with secrets in it: no page shows any of one, and a search knows no more than a
// reader would.
#include <algorithm>

#include <catch2/catch_test_macros.hpp>

#include "support/memory_artifact.hpp"
#include "support/secret_fixtures.hpp"
#include "tool/reading/output_pattern.hpp"
#include "tool/reading/read_output.hpp"

namespace termhost::tool {
namespace {

using testing::MemoryArtifact;

const std::string value = "q7Kd93hfT2xWmZ81";
const text::Secrets secrets({{"A_TOKEN", value}});

std::string private_key() {
  for (const auto& [name, token] : testing::secret_tokens())
    if (token.starts_with("-----BEGIN RSA")) return token;
  return {};
}

ReadOutputResult read(const std::string& text, ReadOutputRequest request, bool hide = true) {
  MemoryArtifact artifact(text, 100'000);
  request.artifact_id = "cmd-1.txt";
  if (hide) request.secrets = &secrets;
  const auto reply = read_output(artifact, request);
  REQUIRE(reply);
  return *reply;
}

bool shows(std::string_view text, std::string_view secret) {
  for (std::size_t at = 0; at + 5 <= secret.size(); ++at)
    if (text.find(secret.substr(at, 5)) != std::string_view::npos) return true;
  return false;
}

/// Lines of matches, without their numbers: those of a text whose secrets have fewer lines are others.
std::vector<std::string> lines_of(const std::string& numbered) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < numbered.size();) {
    const std::size_t end = std::min(numbered.find('\n', at), numbered.size());
    const std::string line = numbered.substr(at, end - at);
    const std::size_t text = std::min(line.find("| "), line.find("- "));
    lines.push_back(text == std::string::npos ? line : line.substr(text));
    at = end + 1;
  }
  return lines;
}

}  // namespace

TEST_CASE("A page shows labels, says so, and its lines keep their numbers") {
  const std::string key = private_key(), text = "a\nkey: " + key + "\nTOKEN " + value + "\nlast\n";
  const auto page = read(text, {});
  const auto behind = std::to_string(3 + std::count(key.begin(), key.end(), '\n'));
  CHECK(page.text.find("\nNote: 2 secrets hidden.\n") != std::string::npos);
  CHECK(page.text.find(" 2 | key: [secret private key hidden]\n" + behind + " | TOKEN [secret A_TOKEN hidden]\n") !=
        std::string::npos);
  CHECK(page.output == "a\nkey: [secret private key hidden]\nTOKEN [secret A_TOKEN hidden]\nlast\n");
  CHECK(page.hidden == text::HiddenCount{2, key.size() + value.size()});
  CHECK(page.end == text.size());
}

TEST_CASE("No page shows a byte of a secret, wherever it begins and ends") {
  const std::string key = private_key(), text = "a\n" + key + "\nTOKEN " + value + " and more\n";
  for (const std::int64_t limit : {1, 7, 64, 500}) {
    for (std::size_t offset = 0; offset < text.size(); offset += limit == 1 ? 1 : 3) {
      const auto page = read(text, {.offset = static_cast<std::int64_t>(offset), .limit = limit});
      CAPTURE(offset, limit, page.output);
      REQUIRE_FALSE(shows(page.output, value));
      REQUIRE_FALSE(shows(page.output, key.substr(40)));
      const bool within = offset >= text.find(value) && offset < text.find(value) + value.size();
      if (limit == 1 && within) REQUIRE(page.output.starts_with("[secret"));
    }
  }
}

TEST_CASE("Page by page the whole artifact is read, at most as many bytes as asked for") {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "T=" + value + "\n";
  std::string all;
  for (std::int64_t offset = 0;;) {
    const auto page = read(text, {.offset = offset, .limit = 1000});
    REQUIRE(page.output.size() <= 1000);
    all += page.output;
    if (!page.next_offset) break;
    offset = static_cast<std::int64_t>(*page.next_offset);
  }
  CHECK_FALSE(shows(all, value));
  CHECK(all.find("T=[secret A_TOKEN hidden]\nT=") == 0);
}

TEST_CASE("A search matches the text as it is shown, without its secrets") {
  const std::string key = private_key();
  std::string text = "begin\n";
  for (int i = 0; i < 40'000; ++i) {
    text += std::to_string(i) + " a line of a log, q7Kd and others\n";
    if (i % 997 == 0) text += "first " + value + " second " + value + " K\n";
    if (i % 4001 == 0) text += "key " + key + " behind\n";
  }
  text += "no line end " + value;
  REQUIRE(text.size() > (std::size_t{1} << 20));
  const std::string shown = secrets.hide(text).text;
  REQUIRE_FALSE(shows(shown, value));
  for (const std::string& pattern : std::vector<std::string>{
           "q7Kd93", "q7Kd", value, "secret", "hidden\\] behind", "^first .* K$", "MII", "K$", "^[^ ]{64}$", "BEGIN",
           "[A-Z0-9]{9}", "begin|end", "\\] second \\[", "x{500}", "7K?d"}) {
    for (const std::int64_t context : {0, 2}) {
      CAPTURE(pattern, context);
      const ReadOutputRequest request{.search = pattern, .limit = 3000, .context_lines = context};
      const auto with = read(text, request), without = read(shown, request, false);
      CHECK(with.total_matches == without.total_matches);
      CHECK(with.shown_matches == without.shown_matches);
      CHECK(lines_of(with.output) == lines_of(without.output));
    }
  }
}

TEST_CASE("A line that is longer than a block hides its secrets from a search too") {
  const std::string key = [] {
    std::string one_line;
    for (const char c : private_key()) c == '\n' ? one_line += "\\n" : one_line += c;
    return one_line;
  }();
  for (const std::size_t before :
       {std::size_t{1} << 20, (std::size_t{1} << 20) - 900, (std::size_t{1} << 20) - 70'000}) {
    std::string line(before, '.');
    line += " KEY " + key + " TOKEN " + value;
    line += std::string(1'500'000, '-') + " end";
    const std::string text = "first\n" + line + "\nlast\n", shown = secrets.hide(text).text;
    for (const std::string& pattern : std::vector<std::string>{"q7Kd", "BEGIN", "KEY \\[secret", "TOKEN", " end$",
                                                               "^first", "last", key.substr(600, 12)}) {
      CAPTURE(pattern, before);
      const auto with = read(text, {.search = pattern, .limit = 20'000});
      CHECK(with.total_matches == read(shown, {.search = pattern, .limit = 20'000}, false).total_matches);
      CHECK_FALSE(shows(with.output, value));
      CHECK_FALSE(shows(with.output, key.substr(60, 900)));
    }
  }
}

TEST_CASE("A pattern that is waited for sees what was kept as it is shown") {
  std::string text;
  for (int i = 0; i < 90'000; ++i) text += "a line of a log that goes on\n";
  text += "T=" + value + "\nready\n";
  MemoryArtifact artifact(text, 100'000);
  OutputPattern secret("q7Kd"), label("T=\\[secret A_TOKEN hidden\\]"), ready("^ready$");
  for (OutputPattern* pattern : {&secret, &label, &ready}) pattern->read(artifact, 0, &secrets);
  CHECK_FALSE(secret.found());
  CHECK(label.line() == "T=[secret A_TOKEN hidden]");
  CHECK(ready.found());
}

}  // namespace termhost::tool
