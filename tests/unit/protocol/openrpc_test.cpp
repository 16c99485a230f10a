#include "protocol/openrpc.hpp"

#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include <catch2/catch_test_macros.hpp>

#include "protocol/methods.hpp"
#include "protocol/tools.hpp"

namespace termhost::protocol {
namespace {

std::string file_text(const std::string& path) {
  std::ifstream file(path);
  REQUIRE(file);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

void collect_references(const Json& value, std::set<std::string>& references) {
  if (value.is_object() && value.contains("$ref")) references.insert(value["$ref"].get<std::string>());
  if (value.is_structured()) {
    for (const auto& element : value) collect_references(element, references);
  }
}

TEST_CASE("protocol/openrpc.json is what the structs say; scripts/generate writes it") {
  const bool is_current = file_text(TERMHOST_SOURCE_DIR "/protocol/openrpc.json") == openrpc_document();
  CHECK(is_current);  // neither text is shown: each is 200 KB
}

TEST_CASE("Every method that methods.hpp declares is in its list, and so in openrpc.json") {
  const std::string text = file_text(TERMHOST_SOURCE_DIR "/protocol/methods.hpp");
  const std::regex declaration(R"(inline constexpr (?:Request|Notification)<[^>]*>\s+(\w+)\{)");
  const std::string list = text.substr(text.find("all_methods = "));
  std::size_t declared = 0;
  for (std::sregex_iterator found(text.begin(), text.end(), declaration), end; found != end; ++found, ++declared) {
    CAPTURE((*found)[1].str());
    CHECK(list.find("methods::" + (*found)[1].str() + ",") != std::string::npos);
  }
  CHECK(declared == std::tuple_size_v<decltype(all_methods)>);
}

TEST_CASE("Every schema that the document refers to is in it, and every method name is there once") {
  const Json document = Json::parse(openrpc_document());
  std::set<std::string> references;
  collect_references(document, references);
  CHECK(references.size() > 30);
  for (const std::string& reference : references) {
    CAPTURE(reference);
    CHECK(document.contains(Json::json_pointer(reference.substr(1))));
  }
  std::set<std::string> names;
  for (const Json& method : document["methods"]) CHECK(names.insert(method["name"]).second);
  CHECK(names.size() == std::tuple_size_v<decltype(all_methods)>);
}

TEST_CASE("A tool's schemas stand alone, and its arguments are described for a model") {
  for (const ToolDescription& tool : tool_list().tools) {
    CAPTURE(tool.name);
    std::set<std::string> references;
    collect_references(Json(tool.input_schema), references);
    collect_references(Json(tool.output_schema), references);
    CHECK(references.empty());
    CHECK(tool.input_schema["type"] == "object");
    CHECK(tool.output_schema["type"] == "object");
    for (const auto& [name, field] : tool.input_schema["properties"].items()) {
      CAPTURE(name);
      CHECK((name.ends_with("_id") || field.contains("description")));  // of which result an id is, its name says
    }
  }
}

}  // namespace
}  // namespace termhost::protocol
