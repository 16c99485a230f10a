#include "rpc/message.hpp"

#include <fmt/format.h>

#include "rpc/json_string.hpp"

namespace termhost::rpc {
namespace {

constexpr std::string_view version_field = R"({"jsonrpc":"2.0")";

template <class Each>
void append_list(char open, const OrderedJson& list, char close, std::string& out, Each append_each) {
  out += open;
  for (auto entry = list.begin(); entry != list.end(); ++entry) {
    if (entry != list.begin()) out += ',';
    append_each(entry);
  }
  out += close;
}

void append_text(const OrderedJson& value, std::string& out) {
  if (value.is_string()) return append_json_string(value.get_ref<const std::string&>(), out);
  if (value.is_array())
    return append_list('[', value, ']', out, [&out](const auto& entry) { append_text(*entry, out); });
  if (!value.is_object()) return static_cast<void>(out += value.dump());
  append_list('{', value, '}', out, [&out](const auto& entry) {
    append_json_string(entry.key(), out);
    out += ':';
    append_text(*entry, out);
  });
}

std::string to_text(const OrderedJson& value) {
  std::string text;
  append_text(value, text);
  return text;
}

std::string id_text(const std::optional<RequestId>& id) {
  if (!id) return "null";
  return std::visit([](const auto& value) { return to_text(value); }, *id);
}

std::string call_text(const std::string& id_field, std::string_view method, const OrderedJson& params) {
  std::string text = fmt::format("{}{},\"method\":{}", version_field, id_field, to_text(method));
  if (!params.is_null()) append_text(params, text += ",\"params\":");
  text += '}';
  return text;
}

}  // namespace

std::string to_string(const RequestId& id) { return id_text(id); }

std::optional<RequestId> read_id(const Json& value) {
  if (const auto* text = value.get_ptr<const std::string*>()) return RequestId(*text);
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX)) return {};
  if (value.is_number_integer()) return RequestId(value.get<std::int64_t>());
  return std::nullopt;
}

std::string text_field(const Json& object, const char* name) {
  const auto found = object.find(name);
  const auto* text = found == object.end() ? nullptr : found->get_ptr<const std::string*>();
  return text != nullptr ? *text : std::string();
}

std::string request_text(const RequestId& id, std::string_view method, const OrderedJson& params) {
  return call_text(",\"id\":" + id_text(id), method, params);
}

std::string notification_text(std::string_view method, const OrderedJson& params) {
  return call_text("", method, params);
}

std::string result_text(const RequestId& id, const OrderedJson& result) {
  return fmt::format("{},\"id\":{},\"result\":{}}}", version_field, id_text(id), to_text(result));
}

std::string error_text(const std::optional<RequestId>& id, const RpcError& error, UnreadId unread) {
  OrderedJson body{{"code", error.code}, {"message", error.message}};
  if (!error.data.is_null()) body["data"] = OrderedJson(error.data);
  const bool with_id = id || unread == UnreadId::Null;
  return fmt::format("{}{},\"error\":{}}}", version_field, with_id ? ",\"id\":" + id_text(id) : "", to_text(body));
}

}  // namespace termhost::rpc
