// The committed cases: each line of tests/fixtures/approval/*.tsv is one command line and what a policy says of it.
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "approval/decision/decide.hpp"

namespace termhost::approval {
namespace {

using Fields = std::vector<std::string>;

Fields split(const std::string& line, const std::string& separator) {
  Fields fields;
  std::size_t from = 0;
  for (std::size_t at; (at = line.find(separator, from)) != std::string::npos; from = at + separator.size())
    fields.push_back(line.substr(from, at - from));
  fields.push_back(line.substr(from));
  return fields;
}

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
    text.replace(at, what.size(), with);
}

/// Policies by name: `@name<TAB>allowed<TAB>denied`, with a last `readOnly` the built-in rules too; a list is rules
/// parted by ", ", `-` is none.
class Policies {
 public:
  void define(const Fields& fields) {
    PolicyRules& rules = named_[fields.at(0)];
    rules = {list(fields.at(1)), list(fields.at(2)), {}};
    if (fields.back() == "readOnly") rules.builtin = BuiltinRules::ReadOnly;
  }
  [[nodiscard]] PolicyRules of(const std::string& allowed, const std::string& denied) const {
    if (allowed.starts_with('@')) return named_.at(allowed);
    return {list(allowed), list(denied), {}};
  }

 private:
  static std::vector<std::string> list(const std::string& text) { return text == "-" ? Fields{} : split(text, ", "); }
  std::map<std::string, PolicyRules> named_;
};

struct Count {
  std::size_t all = 0;
  std::size_t allowed = 0;
};

void check_line(const std::string& line, const std::string& place, Policies& policies, Count& count) {
  if (line.empty() || line.starts_with("#")) return;
  const Fields fields = split(line, "\t");
  if (line.starts_with('@')) return policies.define(fields);
  INFO(place << ": " << line);
  REQUIRE(fields.size() == 5);
  std::string command = fields[4];
  replace_all(command, "␊", "\n");
  replace_all(command, "␉", "\t");
  replace_all(command, "␍", "\r");
  const Question question{
      .command = command, .shell = shell::shell_kind_of(fields[0]), .cwd = "/project", .workspace = {"/project"}};
  const Decision decision = decide(question, policies.of(fields[2], fields[3]));
  INFO("reason: " << decision.reason);
  CHECK(to_string(decision.verdict) == fields[1]);
  ++count.all;
  count.allowed += decision.verdict == Verdict::Allow ? 1 : 0;
}

}  // namespace

TEST_CASE("every committed case gets its verdict") {
  Count count;
  for (const auto& entry : std::filesystem::directory_iterator(TERMHOST_FIXTURES "/approval")) {
    if (entry.path().extension() != ".tsv" || entry.path().stem().string().starts_with("agents")) continue;
    std::ifstream file(entry.path());
    Policies policies;
    std::string line;
    for (std::size_t number = 1; std::getline(file, line); ++number)
      check_line(line, entry.path().filename().string() + ":" + std::to_string(number), policies, count);
  }
  CHECK(count.all >= 500);
  CHECK(count.allowed >= 150);
}

}  // namespace termhost::approval
