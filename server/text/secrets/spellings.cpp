#include "text/secrets/spellings.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/ascii.hpp"
#include "text/secrets/base64.hpp"
#include "text/secrets/secret_values.hpp"

namespace termhost::text {
namespace {

constexpr std::size_t longest_in_base64 = 1024;
constexpr std::size_t shortest_line = 16;  ///< of a value of many that is a secret by itself

/// What some escape that need not be (RFC 8259 section 7): PHP the slash, Go's encoding/json what HTML would heed.
enum class Json { Plain, Slash, Html };

std::string in_json(std::string_view value, Json how) {
  constexpr std::string_view html = "<>&";
  std::string text;
  for (const char c : value) {
    if (c == '\n')
      text += "\\n";
    else if (c == '\t')
      text += "\\t";
    else if (c == '"' || c == '\\' || (c == '/' && how == Json::Slash))
      text += {'\\', c};
    else if (how == Json::Html && html.find(c) != std::string_view::npos)
      text += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    else
      text += c;
  }
  return text;
}

std::string in_url(std::string_view value, const char* format) {
  std::string text;
  for (const char c : value) {
    const bool plain = base::is_name_char(c) || c == '-' || c == '.' || c == '~';  // RFC 3986, unreserved
    plain ? text += c : text += fmt::format(fmt::runtime(format), static_cast<unsigned char>(c));
  }
  return text;
}

std::string in_single_quotes(std::string_view value) {
  std::string text;
  for (const char c : value) c == '\'' ? text += "'\\''" : text += c;
  return text;
}

std::string in_base64_at(std::size_t place, std::string_view value) {
  const std::string all = in_base64(std::string(place, '\0') + std::string(value));
  const std::size_t first = (place * 8 + 5) / 6, end = (place + value.size()) * 8 / 6;
  return all.substr(first, end - first);
}

std::string for_url(std::string text) {
  std::replace(text.begin(), text.end(), '+', '-');
  std::replace(text.begin(), text.end(), '/', '_');
  return text;
}

}  // namespace

std::vector<std::string> spellings(std::string_view value) {
  std::vector<std::string> all{std::string(value)};
  const auto add = [&](std::string text) {
    if (std::find(all.begin(), all.end(), text) == all.end()) all.push_back(std::move(text));
  };
  for (const Json how : {Json::Plain, Json::Slash, Json::Html}) add(in_json(value, how));
  add(in_single_quotes(value));
  add(in_url(value, "%{:02X}"));
  add(in_url(value, "%{:02x}"));
  for (std::size_t place = 0; place < 3 && value.size() >= shortest_secret && value.size() <= longest_in_base64;
       ++place) {
    add(in_base64_at(place, value));
    add(for_url(in_base64_at(place, value)));
  }
  for (std::size_t at = 0; value.find('\n') != std::string_view::npos && at < value.size();) {
    const std::string_view line = value.substr(at, value.find('\n', at) - at);
    if (line.size() >= shortest_line && looks_random(line) && may_be_secret(line)) add(std::string(line));
    at += line.size() + 1;
  }
  return all;
}

}  // namespace termhost::text
