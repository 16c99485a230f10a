// From wire structs to JSON, fields in the order of their description.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/ids.hpp"
#include "protocol/codec/fields.hpp"

namespace termhost::protocol {

template <class T>
[[nodiscard]] OrderedJson encode(const T& value);

/// The `fields` that a struct's describe() sees while it is encoded.
class FieldEncoder {
 public:
  /// Reserved, because growth would copy the values: their keys are const.
  FieldEncoder() { object_.get_ref<OrderedJson::object_t&>().reserve(8); }

  void type(std::string_view /*name*/) {}
  void constant(std::string_view name, std::string_view value) { put(name, value); }

  template <class T>
  void required(std::string_view name, const T& member, std::string_view /*about*/, Within /*range*/ = Within{}) {
    put(name, encode(member));
  }
  template <class T>
  void defaulted(std::string_view name, const T& member, std::string_view /*about*/, Within /*range*/ = Within{}) {
    put(name, encode(member));
  }
  template <class T>
  void optional(std::string_view name, const std::optional<T>& member, std::string_view /*about*/,
                Within /*range*/ = Within{}) {
    if (member) put(name, encode(*member));
  }
  template <class T>
  void nullable(std::string_view name, const std::optional<T>& member, std::string_view /*about*/,
                Within /*range*/ = Within{}) {
    put(name, encode(member));
  }
  template <class T, class AnyJson>
  void deferred(std::string_view name, const AnyJson& member, std::string_view /*about*/) {
    if (!member.is_null()) put(name, encode(member));
  }

  [[nodiscard]] OrderedJson take() { return std::move(object_); }

 private:
  void put(std::string_view name, OrderedJson value) { object_.emplace(std::string(name), std::move(value)); }

  OrderedJson object_ = OrderedJson::object();
};

namespace detail {

inline OrderedJson encode_composed(const Nothing& /*value*/) { return nullptr; }
template <class Tag>
OrderedJson encode_composed(const base::Id<Tag>& id) {
  return id.str();
}
template <class T>
OrderedJson encode_composed(const std::optional<T>& value) {
  return value ? encode(*value) : OrderedJson(nullptr);
}
template <class T>
OrderedJson encode_composed(const std::vector<T>& values) {
  OrderedJson array = OrderedJson::array();
  for (const T& value : values) array.push_back(encode(value));
  return array;
}
template <class T>
OrderedJson encode_composed(const std::map<std::string, T>& values) {
  OrderedJson object = OrderedJson::object();
  for (const auto& [key, value] : values) object.emplace(key, encode(value));
  return object;
}
template <class T>
requires requires(FieldEncoder& fields, const T& value) { T::describe(fields, value); }
OrderedJson encode_composed(const T& value) {
  FieldEncoder fields;
  T::describe(fields, value);
  return fields.take();
}

}  // namespace detail

template <class T>
OrderedJson encode(const T& value) {
  if constexpr (std::is_same_v<T, OrderedJson> || std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
    return value;
  } else if constexpr (std::is_same_v<T, Json>) {
    return OrderedJson(value);
  } else if constexpr (NamedEnum<T>) {
    return wire_name(value);
  } else {
    return detail::encode_composed(value);
  }
}

}  // namespace termhost::protocol
