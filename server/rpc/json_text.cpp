#include "rpc/json_text.hpp"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "base/ascii.hpp"
#include "base/utf8.hpp"

namespace termhost::rpc {
namespace {

constexpr std::string_view escaped_replacement = "\\ufffd";
constexpr std::size_t escape_size = 6;  // \uXXXX

std::optional<std::uint32_t> unicode_escape(std::string_view text) {
  if (text.size() < escape_size || text[0] != '\\' || text[1] != 'u') return std::nullopt;
  const auto high = base::hex_byte(text.substr(2, 2)), low = base::hex_byte(text.substr(4, 2));
  return high && low ? std::optional<std::uint32_t>(*high << 8 | *low) : std::nullopt;
}

bool is_high(std::uint32_t unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
bool is_low(std::uint32_t unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

/// Copies the escape at the front of `text` to `out`, replaced where it is half a surrogate pair; its size in `text`.
std::size_t copy_escape(std::string_view text, std::string& out) {
  const auto unit = unicode_escape(text);
  if (!unit || (!is_high(*unit) && !is_low(*unit))) {
    const std::size_t size = std::min<std::size_t>(2, text.size());  // \uXXXX goes on as plain text
    out += text.substr(0, size);
    return size;
  }
  const auto second = unicode_escape(text.substr(escape_size));
  if (is_high(*unit) && second && is_low(*second)) {
    out += text.substr(0, 2 * escape_size);
    return 2 * escape_size;
  }
  out += escaped_replacement;
  return escape_size;
}

/// The last byte of the comment at `at`, so that a quote or bracket in it counts for nothing; `at` where there is none.
std::size_t past_comment(std::string_view json, std::size_t at) {
  const std::string_view begin = json.substr(at, 2);
  if (begin == "//") return std::min(json.find('\n', at), json.size());
  return begin == "/*" ? std::min(json.find("*/", at + 2), json.size() - 1) + 1 : at;
}

}  // namespace

std::optional<JsonProblem> excess_in(std::string_view json, const JsonForm& form) {
  const std::string_view syntax = form.comments ? "[]{},\"/" : "[]{},\"";
  int depth = 0;
  std::size_t values = 1;
  for (std::size_t at = json.find_first_of(syntax); at < json.size(); at = json.find_first_of(syntax, at + 1)) {
    const char c = json[at];
    if (c == '/') {
      at = past_comment(json, at);
    } else if (c == '"') {
      const std::size_t begin = at;
      for (++at; at < json.size() && json[at] != '"'; ++at) at += json[at] == '\\' ? 1 : 0;
      if (at - begin - 1 > max_json_string)
        return JsonProblem{begin + 1, fmt::format("holds a text longer than {} bytes", max_json_string)};
    } else if (c == ']' || c == '}') {
      --depth;
    } else if (++values > max_json_values) {
      return JsonProblem{at + 1, fmt::format("holds more than {} values", max_json_values)};
    } else if (c != ',' && ++depth > form.depth) {
      return JsonProblem{at + 1, fmt::format("is nested deeper than {}", form.depth)};
    }
  }
  return {};
}

std::string repaired(std::string_view json) {
  const std::string text = base::well_formed(json);
  std::string out;
  out.reserve(text.size());
  const std::string_view rest = text;
  std::size_t at = 0;
  while (at < rest.size()) {
    const std::size_t escape = std::min(rest.find('\\', at), rest.size());
    out += rest.substr(at, escape - at);
    at = escape;
    if (at < rest.size()) at += copy_escape(rest.substr(at), out);
  }
  return out;
}

}  // namespace termhost::rpc
