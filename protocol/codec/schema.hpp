// JSON Schema from wire structs, for OpenRPC and the tools' input and output schemas.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/ids.hpp"
#include "protocol/codec/encode.hpp"
#include "protocol/codec/fields.hpp"

namespace termhost::protocol {

/// Writes schemas. Given a place for definitions, each named struct is put there once and referred to; without one,
/// structs are written where they are used (what MCP clients understand best).
class SchemaWriter {
 public:
  explicit SchemaWriter(OrderedJson* definitions = nullptr) : definitions_(definitions) {}

  template <class T>
  [[nodiscard]] OrderedJson of(Within range = Within{}) {
    return write(static_cast<const T*>(nullptr), range);
  }

 private:
  static OrderedJson simple(std::string_view type) { return {{"type", type}}; }

  static OrderedJson write(const bool* /*tag*/, Within /*range*/) { return simple("boolean"); }
  static OrderedJson write(const double* /*tag*/, Within /*range*/) { return simple("number"); }
  static OrderedJson write(const std::string* /*tag*/, Within /*range*/) { return simple("string"); }
  static OrderedJson write(const Json* /*tag*/, Within /*range*/) { return OrderedJson::object(); }
  static OrderedJson write(const OrderedJson* /*tag*/, Within /*range*/) { return OrderedJson::object(); }
  static OrderedJson write(const Nothing* /*tag*/, Within /*range*/) { return simple("null"); }
  template <class Tag>
  OrderedJson write(const base::Id<Tag>* /*tag*/, Within /*range*/) {
    return simple("string");
  }
  template <class T>
  OrderedJson write(const std::vector<T>* /*tag*/, Within range) {
    return {{"type", "array"}, {"items", of<T>(range)}};
  }
  template <class T>
  OrderedJson write(const std::map<std::string, T>* /*tag*/, Within range) {
    return {{"type", "object"}, {"additionalProperties", of<T>(range)}};
  }
  template <class T>
  requires std::is_integral_v<T> OrderedJson write(const T* /*tag*/, Within range) {
    OrderedJson schema = simple("integer");
    if (range.low != Within{}.low) schema["minimum"] = range.low;
    if (range.high != Within{}.high) schema["maximum"] = range.high;
    return schema;
  }
  template <NamedEnum E>
  OrderedJson write(const E* /*tag*/, Within /*range*/) {
    OrderedJson names = OrderedJson::array();
    for (const auto& row : wire_names(E{})) names.push_back(row.name);
    return {{"type", "string"}, {"enum", std::move(names)}};
  }
  template <class T>
  requires std::is_class_v<T> OrderedJson write(const T* tag, Within range);

  OrderedJson* definitions_;
};

/// The `fields` that a struct's describe() sees while its schema is written.
class FieldSchema {
 public:
  explicit FieldSchema(SchemaWriter& writer) : writer_(writer) {}

  void type(std::string_view name) { name_ = name; }
  void constant(std::string_view name, std::string_view value) {
    required_.push_back(name);
    put(name, {{"const", value}}, "");
  }

  template <class T>
  void required(std::string_view name, const T& /*member*/, std::string_view about, Within range = Within{}) {
    required_.push_back(name);
    put(name, writer_.of<T>(range), about);
  }
  template <class T>
  void defaulted(std::string_view name, const T& member, std::string_view about, Within range = Within{}) {
    put(name, writer_.of<T>(range), about)["default"] = encode(member);
  }
  template <class T>
  void optional(std::string_view name, const std::optional<T>& /*member*/, std::string_view about,
                Within range = Within{}) {
    put(name, writer_.of<T>(range), about);
  }
  template <class T>
  void nullable(std::string_view name, const std::optional<T>& /*member*/, std::string_view about,
                Within range = Within{}) {
    required_.push_back(name);
    put(name, or_null(writer_.of<T>(range)), about);
  }
  template <class T, class AnyJson>
  void deferred(std::string_view name, const AnyJson& /*member*/, std::string_view about) {
    put(name, writer_.of<T>(), about);
  }

  [[nodiscard]] std::string name() const { return std::string(name_); }
  [[nodiscard]] OrderedJson take();

 private:
  static OrderedJson or_null(OrderedJson schema);
  OrderedJson& put(std::string_view name, OrderedJson schema, std::string_view about);

  SchemaWriter& writer_;
  std::string_view name_;
  OrderedJson properties_ = OrderedJson::object();
  OrderedJson required_ = OrderedJson::array();
};

template <class T>
requires std::is_class_v<T> OrderedJson SchemaWriter::write(const T* /*tag*/, Within /*range*/) {
  FieldSchema fields(*this);
  T value{};
  T::describe(fields, value);
  if (definitions_ == nullptr) return fields.take();
  (*definitions_)[fields.name()] = fields.take();
  return {{"$ref", "#/components/schemas/" + fields.name()}};
}

/// The schema of one struct, self-contained: for tools.
template <class T>
[[nodiscard]] OrderedJson schema_of() {
  return SchemaWriter().of<T>();
}

}  // namespace termhost::protocol
