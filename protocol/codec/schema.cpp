#include "protocol/codec/schema.hpp"

namespace termhost::protocol {

OrderedJson FieldSchema::take() {
  OrderedJson schema{{"type", "object"}, {"properties", std::move(properties_)}};
  if (!required_.empty()) schema["required"] = std::move(required_);
  return schema;
}

OrderedJson FieldSchema::or_null(OrderedJson schema) {
  if (!schema.contains("type")) return {{"anyOf", {std::move(schema), {{"type", "null"}}}}};
  schema["type"] = {schema["type"], "null"};
  if (schema.contains("enum")) schema["enum"].push_back(nullptr);
  return schema;
}

OrderedJson& FieldSchema::put(std::string_view name, OrderedJson schema, std::string_view about) {
  // Beside a $ref older JSON Schema drafts ignore everything, so the reference is wrapped.
  if (schema.contains("$ref") && !about.empty()) schema = {{"allOf", OrderedJson::array({std::move(schema)})}};
  if (!about.empty()) schema["description"] = about;
  return properties_[std::string(name)] = std::move(schema);
}

}  // namespace termhost::protocol
