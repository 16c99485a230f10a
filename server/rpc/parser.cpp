#include "rpc/parser.hpp"

#include <fmt/format.h>

#include "rpc/json_reader.hpp"

namespace termhost::rpc {
namespace {

InvalidMessage invalid(ErrorCode code, std::string what, std::optional<RequestId> id = {}) {
  return {std::move(id), make_error(code, std::move(what))};
}

const Json* field(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

/// Moves a member out of its object: copying foreign JSON could overflow the stack.
Json take(Json& object, const char* name) {
  const auto found = object.find(name);
  return found == object.end() ? Json() : std::move(*found);
}

RpcError read_error(const Json& error) {
  const Json* code = error.is_object() ? field(error, "code") : nullptr;
  const Json* message = error.is_object() ? field(error, "message") : nullptr;
  RpcError result = make_error(ErrorCode::InternalError, "the answer was an error without a message");
  if (code != nullptr && code->is_number_integer()) result.code = static_cast<int>(code->get<std::int64_t>());
  if (message != nullptr && message->is_string()) result.message = message->get<std::string>();
  if (error.is_object() && error.contains("data")) result.data = error["data"];
  return result;
}

Message sort_response(Json& envelope, std::optional<RequestId> id) {
  if (const Json* error = field(envelope, "error")) return Response{id, base::unexpected(read_error(*error))};
  return Response{id, take(envelope, "result")};
}

Message sort_envelope(Json envelope) {
  if (envelope.is_array()) return invalid(ErrorCode::InvalidRequest, "batches of messages are not supported");
  if (!envelope.is_object()) return invalid(ErrorCode::InvalidRequest, "a message must be a JSON object");
  const Json* id_value = field(envelope, "id");
  const auto id = id_value != nullptr ? read_id(*id_value) : std::nullopt;
  const Json* version = field(envelope, "jsonrpc");
  if (version == nullptr || *version != "2.0") {
    return invalid(ErrorCode::InvalidRequest, "a message must have \"jsonrpc\": \"2.0\"", id);
  }
  const Json* method = field(envelope, "method");
  if (method == nullptr && (envelope.contains("result") || envelope.contains("error"))) {
    return sort_response(envelope, id);
  }
  if (method == nullptr || !method->is_string()) {
    return invalid(ErrorCode::InvalidRequest, "a request must have a method that is a string", id);
  }
  if (id_value == nullptr) return Notification{method->get<std::string>(), take(envelope, "params")};
  if (!id) return invalid(ErrorCode::InvalidRequest, "the id of a request must be an integer or a string");
  return Request{*id, method->get<std::string>(), take(envelope, "params")};
}

using Parsed = base::Expected<Json, InvalidMessage>;

Parsed parse_text(std::string_view text) {
  auto read = read_repaired_json(text);
  if (read) return std::move(read->value);
  const auto& [byte, what] = read.error();
  const std::string place = byte > 0 ? fmt::format(" (byte {})", byte) : "";
  return base::unexpected(invalid(ErrorCode::ParseError, fmt::format("the message {}{}", what, place)));
}

}  // namespace

Message parse_message(std::string_view text) {
  auto value = parse_text(text);
  return value ? sort_envelope(std::move(*value)) : Message(std::move(value.error()));
}

std::vector<Message> parse_batch(std::string_view text) {
  std::vector<Message> messages;
  if (!text.starts_with('[')) {
    messages.push_back(parse_message(text));
    return messages;
  }
  auto value = parse_text(text);
  if (!value || value->empty()) {
    messages.push_back(value ? Message(invalid(ErrorCode::InvalidRequest, "a batch must hold a message"))
                             : Message(std::move(value.error())));
    return messages;
  }
  for (Json& element : *value) messages.push_back(sort_envelope(std::move(element)));
  return messages;
}

}  // namespace termhost::rpc
