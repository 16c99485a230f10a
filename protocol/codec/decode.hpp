// From JSON to wire structs. An error names the JSON path; integers are range-checked; nothing throws.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/expected.hpp"
#include "base/ids.hpp"
#include "protocol/codec/fields.hpp"

namespace termhost::protocol {

struct DecodeError {
  std::string path;      ///< "params.commandLine.confidence", "params.keep[2]"
  std::string expected;  ///< "an integer from 0 to 2"
  std::string found;     ///< the offending value, shortened; "nothing" if missing
  friend bool operator==(const DecodeError&, const DecodeError&) = default;
};

/// "params.cols: expected an integer from 1 to 10000, found \"wide\""
[[nodiscard]] std::string to_string(const DecodeError& error);

/// The place of a value in the document. It lives on the decoder's stack and becomes text only for an error.
struct JsonPath {
  const JsonPath* parent = nullptr;
  std::string_view name;
  std::size_t index = 0;  ///< used where `name` is empty
  [[nodiscard]] std::string text() const;
};

class Decoder {
 public:
  template <class T>
  void read(const Json& value, const JsonPath& at, T& out, Within range = Within{}) {
    if constexpr (std::is_same_v<T, Nothing>) {
      return;
    } else if constexpr (std::is_same_v<T, Json> || std::is_same_v<T, OrderedJson>) {
      out = value;
    } else if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, double> || std::is_same_v<T, std::string>) {
      read_scalar(value, at, out);
    } else if constexpr (std::is_integral_v<T>) {
      std::int64_t wide = out;
      if (read_integer(value, at, range_of<T>(range), wide)) out = static_cast<T>(wide);
    } else if constexpr (NamedEnum<T>) {
      read_enum(value, at, out);
    } else {
      read_composed(value, at, out, range);
    }
  }

  [[nodiscard]] std::vector<DecodeError>& errors() { return errors_; }

 private:
  friend class FieldDecoder;

  template <class T>
  static Within range_of(Within asked) {
    constexpr Within default_range;
    const bool wide_by_default =
        sizeof(T) > sizeof(int) && asked.low == default_range.low && asked.high == default_range.high;
    if (!wide_by_default) return asked;
    return {std::is_unsigned_v<T> ? 0 : -max_safe_integer, max_safe_integer};
  }

  template <NamedEnum E>
  void read_enum(const Json& value, const JsonPath& at, E& out) {
    const auto* name = value.get_ptr<const std::string*>();
    const auto found = name != nullptr ? from_wire_name<E>(*name) : std::nullopt;
    if (found) {
      out = *found;
      return;
    }
    std::string expected = "one of";
    std::string_view gap = " ";
    for (const auto& row : wire_names(E{})) expected.append(std::exchange(gap, ", ")).append(row.name);
    fail(at, std::move(expected), &value);
  }

  template <class Tag>
  void read_composed(const Json& value, const JsonPath& at, base::Id<Tag>& out, Within /*range*/) {
    std::string text;
    if (read_scalar(value, at, text)) out = base::Id<Tag>(std::move(text));
  }
  template <class T>
  void read_composed(const Json& value, const JsonPath& at, std::optional<T>& out, Within range) {
    if (value.is_null()) {
      out.reset();
      return;
    }
    read(value, at, out.emplace(), range);
  }
  template <class T>
  void read_composed(const Json& value, const JsonPath& at, std::vector<T>& out, Within range) {
    if (!value.is_array()) return fail(at, "an array", &value);
    const std::size_t errors_before = errors_.size();
    std::vector<T> read_so_far;
    for (const Json& element : value) {
      const JsonPath path{&at, {}, read_so_far.size()};
      read(element, path, read_so_far.emplace_back(), range);
    }
    if (errors_.size() == errors_before) out = std::move(read_so_far);  // a list is right as a whole, or not at all
  }
  template <class T>
  void read_composed(const Json& value, const JsonPath& at, std::map<std::string, T>& out, Within range) {
    if (!value.is_object()) return fail(at, "an object", &value);
    out.clear();
    for (const auto& [key, element] : value.items()) read(element, JsonPath{&at, key}, out[key], range);
  }
  template <class T>
  void read_composed(const Json& value, const JsonPath& at, T& out, Within range);

  static constexpr std::int64_t max_safe_integer = (std::int64_t{1} << 53) - 1;  // JavaScript's limit of exact integers

  bool read_scalar(const Json& value, const JsonPath& at, bool& out);
  bool read_scalar(const Json& value, const JsonPath& at, double& out);
  bool read_scalar(const Json& value, const JsonPath& at, std::string& out);
  bool read_integer(const Json& value, const JsonPath& at, Within range, std::int64_t& out);
  void fail(const JsonPath& at, std::string expected, const Json* found);

  std::vector<DecodeError> errors_;
};

/// The `fields` that a struct's describe() sees while it is decoded.
class FieldDecoder {
 public:
  FieldDecoder(Decoder& decoder, const Json& object, const JsonPath& at)
      : decoder_(decoder), object_(object), at_(at) {}

  void type(std::string_view /*name*/) {}
  void constant(std::string_view /*name*/, std::string_view /*value*/) {}

  template <class T>
  void required(std::string_view name, T& member, std::string_view /*about*/, Within range = Within{}) {
    const JsonPath path{&at_, name};
    if (const Json* value = find(name)) return decoder_.read(*value, path, member, range);
    decoder_.fail(path, "a value", nullptr);
  }
  template <class T>
  void defaulted(std::string_view name, T& member, std::string_view /*about*/, Within range = Within{}) {
    const Json* value = find(name);
    if (value != nullptr && !value->is_null()) decoder_.read(*value, JsonPath{&at_, name}, member, range);
  }
  template <class T>
  void optional(std::string_view name, std::optional<T>& member, std::string_view about, Within range = Within{}) {
    defaulted(name, member, about, range);
  }
  template <class T>
  void nullable(std::string_view name, std::optional<T>& member, std::string_view about, Within range = Within{}) {
    defaulted(name, member, about, range);
  }
  template <class T, class AnyJson>
  void deferred(std::string_view name, AnyJson& member, std::string_view about) {
    defaulted(name, member, about);
  }

 private:
  [[nodiscard]] const Json* find(std::string_view name) const {
    const auto found = object_.find(name);
    return found == object_.end() ? nullptr : &*found;
  }

  Decoder& decoder_;
  const Json& object_;
  const JsonPath& at_;
};

template <class T>
void Decoder::read_composed(const Json& value, const JsonPath& at, T& out, Within /*range*/) {
  if (!value.is_object()) return fail(at, "an object", &value);
  FieldDecoder fields(*this, value, at);
  T::describe(fields, out);
}

/// Decodes `value`, called `name` in errors. Missing params (null) of a struct are read as an empty object.
template <class T>
[[nodiscard]] base::Expected<T, DecodeError> decode(const Json& value, std::string_view name) {
  static const Json empty = Json::object();
  Decoder decoder;
  T out{};
  decoder.read(
      value.is_null() && requires(FieldDecoder & f) { T::describe(f, out); } ? empty : value, JsonPath{nullptr, name},
      out);
  if (!decoder.errors().empty()) return base::unexpected(std::move(decoder.errors().front()));
  return out;
}

/// Decodes what can be decoded of `value` into `out`: a field that is wrong keeps the value it had and is reported.
/// For settings, where one bad value must not cost the others.
template <class T>
[[nodiscard]] std::vector<DecodeError> decode_leniently(const Json& value, std::string_view name, T& out) {
  Decoder decoder;
  decoder.read(value, JsonPath{nullptr, name}, out);
  return std::move(decoder.errors());
}

}  // namespace termhost::protocol
