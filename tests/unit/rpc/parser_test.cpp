#include "rpc/parser.hpp"

#include <random>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <fmt/format.h>

#include "rpc/frames/framer.hpp"
#include "rpc/frames/stream_frame.hpp"
#include "rpc/json_reader.hpp"
#include "rpc/json_text.hpp"

namespace termhost::rpc {
namespace {

std::string shown(const std::optional<RequestId>& id) { return id ? to_string(*id) : "null"; }

std::string shown(const StreamChunk& chunk) {
  return fmt::format("chunk {} {} '{}' {}", chunk.kind == StreamChunk::Kind::Terminal ? "terminal" : "execution",
                     chunk.id, chunk.data, chunk.index.value_or(-1));
}
std::string shown(const Notification& message) {
  return fmt::format("notification {} {}", message.method, protocol::to_text(message.params));
}
std::string shown(const Request& message) {
  return fmt::format("request {} {} {}", to_string(message.id), message.method, protocol::to_text(message.params));
}
std::string shown(const Response& message) {
  return message.outcome ? fmt::format("result {} {}", shown(message.id), protocol::to_text(*message.outcome))
                         : fmt::format("error {} {} {}", shown(message.id), message.outcome.error().code,
                                       message.outcome.error().message);
}
std::string shown(const InvalidMessage& message) {
  return fmt::format("invalid {} {} {}", shown(message.id), message.error.code, message.error.message);
}

std::string parsed(std::string_view text) {
  return std::visit([](const auto& kind) { return shown(kind); }, parse_message(text));
}

/// As a connection reads it: stream frames by themselves, if they are plain.
std::string read(std::string_view text) {
  std::string padded(text);
  padded.append(frame_padding, '\xee');  // may be read, and must not be taken for a part of the text
  std::string room(padded.size(), '\0');
  const auto chunk = read_stream_frame(std::string_view(padded).substr(0, text.size()), room.data());
  return chunk ? shown(*chunk) : parsed(text);
}

struct Row {
  std::string text;
  std::string expected;
};

const std::string r = "\xEF\xBF\xBD";

const std::vector<Row> rows{
    // What a message is
    {R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1}})", R"(request 1 m {"a":1})"},
    {R"({"jsonrpc":"2.0","id":"x","method":"m"})", R"(request "x" m null)"},
    {R"({"jsonrpc":"2.0","method":"m","params":[1]})", "notification m [1]"},
    {R"({"jsonrpc":"2.0","id":1,"result":{"a":1}})", R"(result 1 {"a":1})"},
    {R"({"jsonrpc":"2.0","id":1,"result":null})", "result 1 null"},
    {R"({"jsonrpc":"2.0","id":1,"error":{"code":-5,"message":"no"}})", "error 1 -5 no"},
    {R"({"jsonrpc":"2.0","id":1,"error":7})", "error 1 -32603 the answer was an error without a message"},
    {R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what?"}})", "error null -32700 what?"},
    {R"({"jsonrpc":"2.0","id":-9223372036854775808,"method":"m"})", "request -9223372036854775808 m null"},
    {R"( {"method" : "m" , "jsonrpc" : "2.0", "id" : 1} )", "request 1 m null"},
    // What is none
    {"[]", "invalid null -32600 batches of messages are not supported"},
    {"{}", "invalid null -32600 a message must have \"jsonrpc\": \"2.0\""},
    {R"({"jsonrpc":"1.0","id":3,"method":"m"})", "invalid 3 -32600 a message must have \"jsonrpc\": \"2.0\""},
    {R"({"jsonrpc":2.0,"id":3,"method":"m"})", "invalid 3 -32600 a message must have \"jsonrpc\": \"2.0\""},
    {R"({"jsonrpc":"2.0","id":3})", "invalid 3 -32600 a request must have a method that is a string"},
    {R"({"jsonrpc":"2.0","id":3,"method":7})", "invalid 3 -32600 a request must have a method that is a string"},
    {R"({"jsonrpc":"2.0","id":1.5,"method":"m"})",
     "invalid null -32600 the id of a request must be an integer or a string"},
    {R"({"jsonrpc":"2.0","id":null,"method":"m"})",
     "invalid null -32600 the id of a request must be an integer or a string"},
    {R"({"jsonrpc":"2.0","id":18446744073709551615,"method":"m"})",
     "invalid null -32600 the id of a request must be an integer or a string"},
    {R"("text")", "invalid null -32600 a message must be a JSON object"},
    {R"({"jsonrpc":"2.0",})", "invalid null -32700 the message is not valid JSON (byte 18)"},
    {"", "invalid null -32700 the message is not valid JSON (byte 1)"},
    {R"({"jsonrpc":"2.0","method":"m"}{})", "invalid null -32700 the message is not valid JSON (byte 31)"},
    {R"({"jsonrpc":"2.0","method":"m","params":1e999})",
     "invalid null -32700 the message can't be read: [json.exception.out_of_range.406] number overflow parsing "
     "'1e999'"},
    // Bad characters cost themselves
    {"{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":[\"a\xff\xe2\x82z\"]}", "notification m [\"a" + r + r + "z\"]"},
    {R"({"jsonrpc":"2.0","method":"m","params":["\ud83d","\ude00x","\ud83d\ude00","\ud83d\u0041"]})",
     "notification m [\"" + r + "\",\"" + r + "x\",\"😀\",\"" + r + "A\"]"},
    {R"({"jsonrpc":"2.0","method":"m","params":["\\ud83d","\\\ud83d"]})",
     R"(notification m ["\\ud83d","\\)" + r + "\"]"},
    // Streams, the fast way
    {R"({"jsonrpc":"2.0","method":"shellExecution/didWrite","params":{"executionId":"e","data":"a\u001b[0m\n"}})",
     "chunk execution e 'a\x1b[0m\n' -1"},
    {R"({"method":"terminal/didWrite","params":{"data":"é","index":7,"terminalId":"t","more":[{}]},"jsonrpc":"2.0"})",
     R"(notification terminal/didWrite {"data":"é","index":7,"more":[{}],"terminalId":"t"})"},
    {R"({"method":"terminal/didWrite","params":{"data":"é","index":7,"terminalId":"t"},"jsonrpc":"2.0"})",
     "chunk terminal t 'é' 7"},
    {R"({"jsonrpc":"2.0","params":{"executionId":"e","data":"gA==","encoding":"base64"},"method":"shellExecution/didWrite"})",
     "chunk execution e '\x80' -1"},
    {R"({"jsonrpc":"2.0","method":"terminal/didWrite","params":{"terminalId":"t","encoding":"text","data":"gA=="}})",
     "chunk terminal t 'gA==' -1"},
    {R"({"jsonrpc":"2.0","method":"terminal/didWrite","params":{"terminalId":"t","encoding":"utf-8","data":"x"}})",
     R"(notification terminal/didWrite {"data":"x","encoding":"utf-8","terminalId":"t"})"},
    {R"({"jsonrpc":"2.0","method":"terminal/didWrite","params":{"executionId":"e","data":"x"}})",
     R"(notification terminal/didWrite {"data":"x","executionId":"e"})"},
    {R"({"jsonrpc":"2.0","method":"terminal/didWrite","params":{"index":0,"data":"","terminalId":"t"}} )",
     "chunk terminal t '' 0"},
    {R"({"jsonrpc":"2.0","method":"terminal/didWrite","params":{"terminalId":"t","data":"\"\\\/\b\f\r\t\u00E9"}})",
     "chunk terminal t '\"\\/\b\f\r\té' -1"},
    // Streams that the general way has to look at
    {"{\"jsonrpc\":\"2.0\",\"method\":\"terminal/didWrite\",\"params\":{\"terminalId\":\"t\",\"data\":\"\xff\"}}",
     R"(notification terminal/didWrite {"data":")" + r + R"(","terminalId":"t"})"},
    {R"({"jsonrpc":"2.0","method":"terminal/didWrite","params":{"terminalId":"t","data":"\ud800"}})",
     R"(notification terminal/didWrite {"data":")" + r + R"(","terminalId":"t"})"},
    {R"({"jsonrpc":"2.0","method":"terminal/didWrite","params":{"terminalId":"t","data":"!","encoding":"base64"}})",
     R"(notification terminal/didWrite {"data":"!","encoding":"base64","terminalId":"t"})"},
    {R"({"jsonrpc":"2.0","method":"shellExecution/didWrite","params":{"executionId":"e","data":"x","index":-1}})",
     R"(notification shellExecution/didWrite {"data":"x","executionId":"e","index":-1})"},
    {R"({"jsonrpc":"2.0","method":"shellExecution/didWrite","params":{"executionId":7,"data":"x"}})",
     R"(notification shellExecution/didWrite {"data":"x","executionId":7})"},
    {R"({"jsonrpc":"2.0","id":1,"method":"terminal/didWrite","params":{"terminalId":"t","data":"x"}})",
     R"(request 1 terminal/didWrite {"data":"x","terminalId":"t"})"},
    {R"({"method":"terminal/didWrite","params":{"terminalId":"t","data":"x"}})",
     "invalid null -32600 a message must have \"jsonrpc\": \"2.0\""},
    {R"({"jsonrpc":"2.0","method":"terminal/didWrite"})", "notification terminal/didWrite null"},
};

TEST_CASE("Text becomes the right kind of message") {
  const Row& row = GENERATE(from_range(rows.begin(), rows.end()));
  CAPTURE(row.text);
  CHECK(read(row.text) == row.expected);
}

/// What may stand in the data of a chunk, right and wrong.
const std::vector<std::string> data_fragments{"plain text, longer than one block of sixty-four bytes if it comes twice",
                                              "a",
                                              R"(\n)",
                                              R"(\r\n)",
                                              R"(\u001b[31m)",
                                              R"(\")",
                                              R"(\\)",
                                              R"(\ud83d\ude00)",
                                              R"(\u00e9)",
                                              "\u00e9\u2588",
                                              R"(\/\b)",
                                              R"(\ud83d)",
                                              R"(\ude00)",
                                              R"(\x)",
                                              R"(\u12g4)",
                                              R"(\)",
                                              "\"",
                                              "\n",
                                              "\x1f",
                                              "\xff",
                                              "\xe2\x82"};

TEST_CASE("A chunk in a plain frame has the data that the general parser finds in it") {
  constexpr std::size_t good = 11;  // of the fragments
  std::mt19937 random(7);           // NOLINT: the same frames every time
  for (int turn = 0; turn < 3000; ++turn) {
    const std::size_t choice = random() % 2 == 0 ? good : data_fragments.size();
    std::string data;
    for (auto count = random() % 12; count > 0; --count) data += data_fragments[random() % choice];
    const std::string head =
        R"({"jsonrpc":"2.0","method":"terminal/didWrite","params":{"terminalId":"t","data":")" + data + "\"";
    const std::string plain = read(head + "}}");
    CAPTURE(head);
    if (choice == good) CHECK(plain.starts_with("chunk"));
    if (!plain.starts_with("chunk")) continue;
    const Message general = parse_message(head + "}}");
    REQUIRE(std::holds_alternative<Notification>(general));
    const std::string text = text_field(std::get<Notification>(general).params, "data");
    CHECK(plain == shown(StreamChunk{.kind = StreamChunk::Kind::Terminal, .id = "t", .data = text, .index = {}}));
  }
}

std::string nested(int depth) {
  const auto n = static_cast<std::size_t>(depth);
  return R"({"jsonrpc":"2.0","method":"m","params":)" + std::string(n, '[') + std::string(n, ']') + "}";
}

TEST_CASE("Nesting is bounded, brackets in strings do not count") {
  CHECK(parsed(nested(127)).starts_with("notification m [["));
  CHECK(parsed(nested(128)).starts_with("invalid null -32700 the message is nested deeper than 128"));
  CHECK(parsed(nested(2'000'000)).starts_with("invalid null -32700 the message is nested deeper than 128"));
  CHECK(parsed(std::string(2'000'000, '[')).starts_with("invalid null -32700 the message is nested deeper than 128"));
  const std::string quoted = R"({"jsonrpc":"2.0","method":"m","params":[")" + std::string(500, '[') + R"(\"[{"]})";
  CHECK(parsed(quoted).starts_with("notification m"));
}

TEST_CASE("Nesting after a comment counts if comments are allowed") {
  const std::string deep(200'000, '[');
  for (const std::string before : {"// \"\n", "/* \" */", "/*/ \" */", "// [ // \n", "\"// \" // \"\n"}) {
    INFO(before);
    const auto read = read_json(before + deep, {.comments = true});
    REQUIRE_FALSE(read);
    CHECK(read.error().what == "is nested deeper than 128");
  }
  for (const std::string& few : {"[] // " + deep, "[] /* " + deep + " */", std::string("[\"/*\"] // */")})
    CHECK(read_json(few, {.comments = true}).has_value());
  for (const std::string open : {"/", "/*", "//", "[/* \"", "\"/*", "/*/"})
    CHECK_FALSE(read_json(open, {.comments = true}));
}

TEST_CASE("What would cost far more than its text is refused before a tree is made of it") {
  const auto message = [](const std::string& params) {
    return R"({"jsonrpc":"2.0","method":"m","params":)" + params + "}";
  };
  const auto list = [&](std::size_t values) {
    std::string text = "[{}";
    for (std::size_t i = 1; i < values; ++i) text += ",1";
    return message(text + "]");
  };
  CHECK(parsed(list(max_json_values - 5)).starts_with("notification m"));
  CHECK(parsed(list(max_json_values)).starts_with("invalid null -32700 the message holds more than 262144 values"));
  const auto text = [&](std::size_t size) { return message("[\"" + std::string(size, 'x') + "\"]"); };
  CHECK(parsed(text(max_json_string)).starts_with("notification m"));
  CHECK(parsed(text(max_json_string + 1))
            .starts_with("invalid null -32700 the message holds a text longer than 16777216"));
}

TEST_CASE("A large stream message arrives both ways") {
  const std::string data(std::size_t{3} << 20, 'x');
  const std::string text =
      R"({"jsonrpc":"2.0","method":"terminal/didWrite","params":{"terminalId":"t","data":")" + data + "\"}}";
  CHECK(read(text) == "chunk terminal t '" + data + "' -1");
  CHECK(parsed(text).size() > data.size());
}

TEST_CASE("Repairing changes nothing that is right") {
  for (const std::string_view text :
       {R"({"a":"\u00e9\n\\\"","b":"\ud83d\ude00"})", "é😀", "\\", "\\u12", "\\u00g0", ""}) {
    CHECK(repaired(text) == text);
  }
}

}  // namespace
}  // namespace termhost::rpc
