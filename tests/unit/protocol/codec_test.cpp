#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "protocol/codec/decode.hpp"
#include "protocol/codec/encode.hpp"
#include "protocol/codec/schema.hpp"
#include "protocol/methods.hpp"
#include "protocol/tools.hpp"

namespace termhost::protocol {
namespace {

template <class T>
std::string decode_error(std::string_view json) {
  const auto decoded = decode<T>(Json::parse(json), "params");
  return decoded ? "" : to_string(decoded.error());
}

TEST_CASE("A decode error names the path, what was expected and what was found") {
  using Start = ShellExecutionDidStartParams;
  using Resize = TerminalDidResizeParams;
  struct Row {
    std::string error;
    std::string expected;
  };
  const auto row = GENERATE(values<Row>({
      {decode_error<Resize>(R"({"terminalId":"1","cols":"wide","rows":2})"),
       R"(params.cols: expected an integer from 1 to 10000, found "wide")"},
      {decode_error<Resize>(R"({"terminalId":"1","cols":0,"rows":2})"),
       "params.cols: expected an integer from 1 to 10000, found 0"},
      {decode_error<Resize>(R"({"terminalId":"1","cols":18446744073709551615,"rows":2})"),
       "params.cols: expected an integer from 1 to 10000, found 18446744073709551615"},
      {decode_error<Resize>(R"({"terminalId":"1","cols":80.5,"rows":2})"),
       "params.cols: expected an integer from 1 to 10000, found 80.5"},
      {decode_error<Resize>(R"({"terminalId":"1","cols":80})"), "params.rows: expected a value, found nothing"},
      {decode_error<Resize>(R"({"terminalId":7,"cols":80,"rows":2})"), "params.terminalId: expected a string, found 7"},
      {decode_error<Resize>("[1,2]"), "params: expected an object, found an array of 2"},
      {decode_error<Start>(R"({"terminalId":"1","executionId":"1","commandLine":{"value":"x","confidence":3}})"),
       "params.commandLine.confidence: expected an integer from 0 to 2, found 3"},
      {decode_error<Start>(R"({"terminalId":"1","executionId":"1","commandLine":{"value":"x","isTrusted":1}})"),
       "params.commandLine.isTrusted: expected true or false, found 1"},
      {decode_error<TerminalDidOpenParams>(R"({"terminalId":"1","integration":"good"})"),
       R"(params.integration: expected one of none, basic, rich, found "good")"},
      {decode_error<TaskDidRewindParams>(R"({"taskId":"t","keep":["1",{},"3"]})"),
       "params.keep[1]: expected a string, found an object"},
      {decode_error<TaskDidRewindParams>(R"({"taskId":"t","keep":"1"})"),
       R"(params.keep: expected an array, found "1")"},
      {decode_error<TerminalCreateParams>(R"({"requestId":"1","cwd":"/","name":"n","env":{"A":1}})"),
       "params.env.A: expected a string, found 1"},
  }));
  CHECK(row.error == row.expected);
}

TEST_CASE("Unknown fields are ignored, missing and null optional ones are empty") {
  const auto decoded = decode<TerminalDidOpenParams>(
      Json::parse(R"({"terminalId":"1","name":null,"colour":"red","cols":80.0})"), "params");
  REQUIRE(decoded);
  CHECK(decoded->terminal_id.str() == "1");
  CHECK_FALSE(decoded->name);
  CHECK_FALSE(decoded->rows);
  CHECK(decoded->cols == 80);  // some clients write every number as a float
  CHECK(decoded->integration == Integration::None);
}

TEST_CASE("Missing params are an empty object; nothing is expected of Nothing") {
  CHECK(decode<TaskParams>(Json(), "params"));
  CHECK(decode<Nothing>(Json::parse("[1]"), "params"));
  CHECK_FALSE(decode<TerminalParams>(Json(), "params"));
}

TEST_CASE("A long value is shortened in an error, at a character's border") {
  const std::string text = "é" + std::string(57, 'x') + "éé";
  const std::string error =
      decode_error<TerminalDidResizeParams>(Json{{"terminalId", "1"}, {"rows", 1}, {"cols", text}}.dump());
  CHECK(error == "params.cols: expected an integer from 1 to 10000, found \"é" + std::string(57, 'x') + "…");
}

TEST_CASE("Settings keep what is right and report what is wrong") {
  Settings settings;
  const auto errors = decode_leniently(
      Json::parse(R"({"maxTerminals":3,"shellIntegrationTimeout":-1,"fallback":"none","recordRaw":true})"), "settings",
      settings);
  REQUIRE(errors.size() == 2);
  CHECK(to_string(errors[0]) == "settings.shellIntegrationTimeout: expected an integer from 0 to 60000, found -1");
  CHECK(errors[1].path == "settings.fallback");
  CHECK(settings.max_terminals == 3);
  CHECK(settings.shell_integration_timeout == 10'000);
  CHECK(settings.fallback == Fallback::Owned);
  CHECK(settings.record_raw);
}

TEST_CASE("Encoding writes nullable fields as null and leaves optional ones out, in the order described") {
  ToolCallingParams calling;
  calling.tool_call_id = base::ToolCallId("c1");
  calling.data = {
      .type = ToolCallingType::Complete, .chunk = {}, .command = "true", .cd = "/", .exit_code = 0, .offset = {}};
  CHECK(to_text(encode(calling)) ==
        R"({"name":"terminal","toolCallId":"c1","data":{"type":"complete","command":"true","cd":"/","exitCode":0}})");
  const std::string result = to_text(encode(ExecutionResult{}));
  CHECK(result.starts_with(
      R"({"message":"","status":"completed","exitCode":null,"signal":null,"endedBy":null,"certainty":"unknown")"));
  CHECK(result.find("\"stderr\"") == std::string::npos);
}

TEST_CASE("Bytes that are no UTF-8 are replaced when a message is written") {
  CHECK(to_text(encode(TerminalDidInputParams{base::TerminalId("1"), "a\xff"})) ==
        "{\"terminalId\":\"1\",\"data\":\"a\xEF\xBF\xBD\"}");
}

/// Every struct in `T` survives the way out and back, with all its fields at their default.
template <class T>
void check_round_trip() {
  const OrderedJson encoded = encode(T{});
  const auto decoded = decode<T>(Json(encoded), "value");
  REQUIRE(decoded);
  CHECK(encode(*decoded) == encoded);
  CHECK_FALSE(schema_of<T>().empty());
}

template <class Params, class Result>
void check_method(const RequestMethod<Params, Result>& method) {
  CAPTURE(method.name);
  check_round_trip<Params>();
  check_round_trip<Result>();
}
template <class Params>
void check_method(const NotificationMethod<Params>& method) {
  CAPTURE(method.name);
  check_round_trip<Params>();
}

TEST_CASE("What is encoded can be decoded, for every method and tool") {
  std::apply([](const auto&... method) { (check_method(method), ...); }, all_methods);
  std::apply([](const auto&... tool) { (check_round_trip<typename std::decay_t<decltype(tool)>::Arguments>(), ...); },
             all_tools);
}

}  // namespace
}  // namespace termhost::protocol
