// What a change of a JSON text leaves as it stands, and that it can be undone.
#include "cli/agents/json_edit.hpp"

#include <catch2/catch_test_macros.hpp>

namespace termhost::cli {
namespace {

const JsonPart member{{"servers", "x"}, false, {{"command", "run"}, {"args", {"a"}}}};
const JsonPart element{{"hooks", "before"}, true, {{"command", "run"}}};

struct Case {
  const JsonPart& part;
  const char* before;
  const char* after;
};

const Case cases[] = {
    {member, "{}\n",
     "{\n  \"servers\": {\n    \"x\": {\n      \"command\": \"run\",\n      \"args\": [\n        \"a\"\n      ]\n    "
     "}\n  }\n}\n"},
    {member, "{\"b\": 1, \"a\": 2}",
     "{\"b\": 1, \"a\": 2, \"servers\": {\"x\":{\"command\":\"run\",\"args\":[\"a\"]}}}"},
    {member, "{\n\t\"b\": 1, // one\n\t\"a\": \"}\" /* two */\n\t// three\n}",
     "{\n\t\"b\": 1, // one\n\t\"a\": \"}\", /* two */\n\t// three\n\t\"servers\": {\n\t\t\"x\": {\n\t\t\t\"command\": "
     "\"run\",\n\t\t\t\"args\": [\n\t\t\t\t\"a\"\n\t\t\t]\n\t\t}\n\t}\n}"},
    {member, "{\n    \"servers\": {\n        \"y\": {}\n    },\n    \"z\": [1, {\"a\": \"\\\"]\"}]\n}\n",
     "{\n    \"servers\": {\n        \"y\": {},\n        \"x\": {\n            \"command\": \"run\",\n            "
     "\"args\": [\n                \"a\"\n            ]\n        }\n    },\n    \"z\": [1, {\"a\": \"\\\"]\"}]\n}\n"},
    {element, "{\n  \"hooks\": {\n    \"before\": [\n      {\"command\": \"other\"}\n    ]\n  }\n}",
     "{\n  \"hooks\": {\n    \"before\": [\n      {\"command\": \"other\"},\n      {\n        \"command\": \"run\"\n   "
     "   }\n    ]\n  }\n}"},
    {element, "{\"hooks\": {\"before\": [ 1 ], \"after\": []}}",
     "{\"hooks\": {\"before\": [ 1, {\"command\":\"run\"} ], \"after\": []}}"},
    {element, "{\n  \"a\": true\n}",
     "{\n  \"a\": true,\n  \"hooks\": {\n    \"before\": [\n      {\n        \"command\": \"run\"\n      }\n    ]\n  "
     "}\n}"},
};

}  // namespace

TEST_CASE("a part is added, not twice, and taken away without a trace") {
  for (const Case& each : cases) {
    INFO(each.before);
    CHECK(with_part(each.before, each.part).value() == each.after);
    CHECK(with_part(each.after, each.part).value() == each.after);
    CHECK(without_part(each.after, each.part).value() == each.before);
    CHECK(without_part(each.before, each.part).value() == each.before);
  }
  CHECK(with_part(" ", element).value() == with_part("{}\n", element).value());
}

TEST_CASE("a part in the middle goes with its comma") {
  const JsonPart b{{"b"}, false, 2}, one{{"l"}, true, 1};
  CHECK(without_part("{\"a\": 1, \"b\": 2, \"c\": 3}", b).value() == "{\"a\": 1, \"c\": 3}");
  CHECK(without_part("{\"b\": 2 /* x */, \"c\": 3}", b).value() == "{ /* x */ \"c\": 3}");
  CHECK(without_part("{\"l\": [1, 2]}", one).value() == "{\"l\": [ 2]}");
}

TEST_CASE("what a person wrote in its place stays") {
  const char* const own = "{\"servers\": {\"x\": {\"command\": \"mine\"}}}";
  CHECK(with_part(own, member).value() == own);
  CHECK(without_part(own, member).value() == own);
}

TEST_CASE("what cannot be changed is refused, with its place") {
  struct Refused {
    const char* text;
    const JsonPart& part;
    std::string problem;
  };
  for (const Refused& each :
       {Refused{"[]", member, "line 1, column 1: it is not a JSON object"},
        Refused{"{\n  \"a\": 1,\n}", member, "line 3, column 1: this is not valid JSON"},
        Refused{"{\"servers\": []}", member, "line 1, column 13: `servers` is not an object"},
        Refused{"{\"hooks\": {\"before\": {}}}", element, "line 1, column 22: `before` is not a list"}})
    CHECK(with_part(each.text, each.part).error() == each.problem);
}

}  // namespace termhost::cli
