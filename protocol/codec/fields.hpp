// The description of a wire struct, once, for decoding, encoding and the schema:
//
//   struct TerminalDidResizeParams {
//     base::TerminalId terminal_id;
//     int cols = 0;
//     static void describe(auto& fields, auto& self) {
//       fields.type("TerminalDidResizeParams");
//       fields.required("terminalId", self.terminal_id, "The terminal.");
//       fields.required("cols", self.cols, "Columns.", Within{1, 10'000});
//     }
//   };
//
// required   must be there; always written
// nullable   std::optional that is always written, as null when empty; may be missing or null when read
// optional   std::optional that is left out when empty; may be missing or null when read
// defaulted  always written; keeps the value it has when missing or null
// constant   a fixed text: written, not read
// deferred   raw JSON here, decoded later as the named type (which the schema shows); left out when null
//
// Unknown fields are ignored, so that old and new ends can talk to each other.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

#include <nlohmann/json_fwd.hpp>

namespace termhost::protocol {

using Json = nlohmann::json;                 ///< incoming values
using OrderedJson = nlohmann::ordered_json;  ///< outgoing values: fields in the order of their description

/// The values an integer field may have, both ends included. Without it: what a 32-bit (LSP) or the member's type
/// holds.
struct Within {
  std::int64_t low = INT32_MIN;
  std::int64_t high = INT32_MAX;
};

/// One row of an enum's table; `wire_names(E)` returns an array of them and is found by argument-dependent lookup.
template <class E>
struct WireName {
  E value;
  std::string_view name;
};
template <class E>
WireName(E, std::string_view) -> WireName<E>;  // clang 14 does not deduce it for an aggregate

/// Params or a result without content: null on the wire, and whatever comes is accepted.
struct Nothing {};

template <class E>
concept NamedEnum = std::is_enum_v<E> && requires(E value) {
  wire_names(value);
};

template <NamedEnum E>
[[nodiscard]] constexpr std::string_view wire_name(E value) {
  for (const auto& row : wire_names(E{})) {
    if (row.value == value) return row.name;
  }
  return {};
}

template <NamedEnum E>
[[nodiscard]] constexpr std::optional<E> from_wire_name(std::string_view name) {
  for (const auto& row : wire_names(E{})) {
    if (row.name == name) return row.value;
  }
  return std::nullopt;
}

/// The text of a JSON value on one line. Bytes that are not UTF-8 become U+FFFD; never throws.
template <class AnyJson>
[[nodiscard]] std::string to_text(const AnyJson& value) {
  return value.dump(-1, ' ', false, AnyJson::error_handler_t::replace);
}

}  // namespace termhost::protocol
