#include "protocol/codec/decode.hpp"

#include <cmath>

#include <fmt/format.h>

namespace termhost::protocol {
namespace {

constexpr std::size_t shown_value_bytes = 60;  // enough to recognise the value, short enough for a status bar

std::string shortened(const Json& value) {
  if (value.is_array()) return fmt::format("an array of {}", value.size());
  if (value.is_object()) return "an object";
  std::string text = to_text(value);
  if (text.size() <= shown_value_bytes) return text;
  std::size_t end = shown_value_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end) + "…";
}

std::string range_text(Within range) { return fmt::format("an integer from {} to {}", range.low, range.high); }

/// JSON has one kind of number: some clients write 5.0 for 5.
std::optional<std::int64_t> whole_number(const Json& value) {
  if (value.is_number_unsigned()) {
    const auto number = value.get<std::uint64_t>();
    if (number > static_cast<std::uint64_t>(INT64_MAX)) return std::nullopt;
    return static_cast<std::int64_t>(number);
  }
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (!value.is_number_float()) return std::nullopt;
  constexpr double exact = 9007199254740991.0;  // 2^53 - 1
  const auto number = value.get<double>();
  if (std::trunc(number) != number || std::abs(number) > exact) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

}  // namespace

std::string to_string(const DecodeError& error) {
  return fmt::format("{}: expected {}, found {}", error.path, error.expected, error.found);
}

std::string JsonPath::text() const {
  if (name.empty()) return fmt::format("{}[{}]", parent != nullptr ? parent->text() : "", index);
  return parent != nullptr ? fmt::format("{}.{}", parent->text(), name) : std::string(name);
}

bool Decoder::read_scalar(const Json& value, const JsonPath& at, bool& out) {
  if (!value.is_boolean()) return fail(at, "true or false", &value), false;
  out = value.get<bool>();
  return true;
}

bool Decoder::read_scalar(const Json& value, const JsonPath& at, double& out) {
  if (!value.is_number()) return fail(at, "a number", &value), false;
  out = value.get<double>();
  return true;
}

bool Decoder::read_scalar(const Json& value, const JsonPath& at, std::string& out) {
  const auto* text = value.get_ptr<const std::string*>();
  if (text == nullptr) return fail(at, "a string", &value), false;
  out = *text;
  return true;
}

bool Decoder::read_integer(const Json& value, const JsonPath& at, Within range, std::int64_t& out) {
  const auto number = whole_number(value);
  if (!number || *number < range.low || *number > range.high) return fail(at, range_text(range), &value), false;
  out = *number;
  return true;
}

void Decoder::fail(const JsonPath& at, std::string expected, const Json* found) {
  errors_.push_back({at.text(), std::move(expected), found != nullptr ? shortened(*found) : "nothing"});
}

}  // namespace termhost::protocol
