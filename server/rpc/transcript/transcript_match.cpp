#include "rpc/transcript/transcript_match.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/ascii.hpp"
#include "protocol/codec/decode.hpp"

namespace termhost::rpc {
namespace {

using protocol::JsonPath;

const std::string* name_in(const Json& value) {
  const auto* text = value.get_ptr<const std::string*>();
  if (text == nullptr || text->size() < 2 || text->front() != '$') return nullptr;
  return std::all_of(text->begin() + 1, text->end(), base::is_name_char) ? text : nullptr;
}

class Matcher {
 public:
  explicit Matcher(Bindings& bindings) : bindings_(bindings) {}

  std::optional<std::string> compare(const Json& expected, const Json& actual, const JsonPath& at) {
    if (const std::string* name = name_in(expected)) return compare_bound(*name, actual, at);
    if (expected.is_object() && actual.is_object()) return compare_fields(expected, actual, at);
    if (expected.is_array() && actual.is_array()) return compare_elements(expected, actual, at);
    return expected == actual ? std::nullopt : differs(protocol::to_text(expected), actual, at);
  }

 private:
  static std::optional<std::string> differs(const std::string& expected, const Json& actual, const JsonPath& at) {
    return fmt::format("{}: expected {}, got {}", at.text(), expected, protocol::to_text(actual));
  }

  std::optional<std::string> compare_bound(const std::string& name, const Json& actual, const JsonPath& at) {
    if (name == "$_") return std::nullopt;
    const auto [bound, is_new] = bindings_.try_emplace(name, actual);
    if (is_new || bound->second == actual) return std::nullopt;
    return differs(fmt::format("{} ({})", protocol::to_text(bound->second), name), actual, at);
  }

  std::optional<std::string> compare_fields(const Json& expected, const Json& actual, const JsonPath& at) {
    for (const auto& [name, value] : expected.items()) {
      const JsonPath path{&at, name};
      const auto found = actual.find(name);
      if (found == actual.end()) return fmt::format("{}: is missing", path.text());
      if (auto difference = compare(value, *found, path)) return difference;
    }
    return std::nullopt;
  }

  std::optional<std::string> compare_elements(const Json& expected, const Json& actual, const JsonPath& at) {
    if (expected.size() != actual.size()) return differs(fmt::format("{} elements", expected.size()), actual, at);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (auto difference = compare(expected[i], actual[i], JsonPath{&at, {}, i})) return difference;
    }
    return std::nullopt;
  }

  Bindings& bindings_;
};

}  // namespace

std::optional<std::string> difference(const Json& expected, const Json& actual, Bindings& bindings) {
  Bindings tentative = bindings;
  auto result = Matcher(tentative).compare(expected, actual, JsonPath{nullptr, "message"});
  if (!result) bindings = std::move(tentative);
  return result;
}

Json substituted(const Json& value, const Bindings& bindings) {
  if (const std::string* name = name_in(value)) {
    const auto bound = bindings.find(*name);
    return bound == bindings.end() ? value : bound->second;
  }
  if (!value.is_structured()) return value;
  Json copy = value;
  for (Json& element : copy) element = substituted(element, bindings);
  return copy;
}

}  // namespace termhost::rpc
