#include "host/tools/tool_arguments.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace termhost::host {
namespace {

/// All letters of `part`, in their order.
bool has_letters_of(std::string_view whole, std::string_view part) {
  for (const char c : part) {
    const std::size_t at = whole.find(c);
    if (at == std::string_view::npos) return false;
    whole.remove_prefix(at + 1);
  }
  return true;
}

std::string refusal(std::string_view tool, const std::string& given, const protocol::OrderedJson& known) {
  std::string names;
  for (const auto& [name, schema] : known.items()) {
    if (may_mean(given, name)) return fmt::format("{} has no argument `{}`; did you mean `{}`?", tool, given, name);
    names += fmt::format("{}`{}`", names.empty() ? "" : ", ", name);
  }
  return names.empty() ? fmt::format("{} has no argument `{}`; it takes none", tool, given)
                       : fmt::format("{} has no argument `{}`; it takes {}", tool, given, names);
}

}  // namespace

bool may_mean(std::string_view given, std::string_view known) {
  return has_letters_of(known, given) || has_letters_of(given, known);
}

protocol::Json as_meant(const protocol::Json& arguments) {
  if (!arguments.is_object()) return arguments;
  protocol::Json renamed = protocol::Json::object();
  for (const auto& [name, value] : arguments.items()) {
    std::string snake;
    for (const char c : name) {
      if (c >= 'A' && c <= 'Z') snake += '_';
      snake += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    if (snake == name || !arguments.contains(snake)) renamed[snake] = value;
  }
  if (const auto id = renamed.find("execution_id"); id != renamed.end() && id->is_number_integer()) *id = id->dump();
  return renamed;
}

std::string unknown_argument(std::string_view tool, const protocol::Json& arguments,
                             const protocol::OrderedJson& known) {
  if (!arguments.is_object()) return {};
  for (const auto& [given, value] : arguments.items()) {
    if (!known.contains(given)) return refusal(tool, given, known);
    if (!known[given].contains("properties")) continue;
    const std::string inner =
        unknown_argument(fmt::format("`{}` of {}", given, tool), value, known[given]["properties"]);
    if (!inner.empty()) return inner;
  }
  return {};
}

}  // namespace termhost::host
