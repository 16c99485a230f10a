#include "text/secrets/token_match.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "text/secrets/base64.hpp"

namespace termhost::text {
namespace {

using secrets::Alphabet;
using secrets::NamedShape;
using secrets::run_end;
using secrets::TokenShape;

constexpr std::size_t npos = std::string_view::npos;

constexpr std::size_t longest_web_token = std::size_t{16} << 10;
constexpr std::size_t shortest_header = 12, shortest_signature = 20;

/// Runs of base64 may have any short prefix.
bool within_base64(std::string_view text, std::size_t begin, std::size_t end) {
  const auto joins = [&](std::size_t at) { return text[at] == '+' || text[at] == '/'; };
  return (begin > 0 && joins(begin - 1)) || (end < text.size() && joins(end));
}

/// The start of the value after a key: past the sign of assignment, and the quotes and blanks around it, on the same
/// line.
std::size_t value_begin(std::string_view text, std::size_t at) {
  constexpr std::size_t most = 12;
  constexpr std::string_view fillers = " \t=:\"'\\>";
  const std::size_t end = std::min(text.find_first_not_of(fillers, at), text.size());
  const bool said = text.substr(at, end - at).find_first_of("=:>") != npos || end == text.size();
  return end - at > most || !said ? npos : end;
}

/// "Bearer ", "Basic " and the like before the credentials themselves.
std::size_t behind_scheme(std::string_view text, std::size_t at) {
  constexpr auto schemes = std::to_array<std::string_view>({"bearer ", "basic ", "token ", "apikey ", "digest "});
  for (const std::string_view scheme : schemes)
    if (base::lowered(text.substr(at, scheme.size())) == scheme) return at + scheme.size();
  return at;
}

bool is_web_token_header(std::string_view part) {
  const auto json = from_base64(part);
  return json && json->starts_with('{') && json->ends_with('}') && json->find("\"alg\"") != npos;
}

}  // namespace

Sighting match_token(const Stretch& in, std::size_t at, const TokenShape& shape) {
  if (!begins_token(in.text, at)) return {};
  const std::size_t body = at + shape.prefix.size();
  const std::size_t end = run_end(in.text.substr(0, body + shape.most + 1), body, shape.body);
  const std::size_t length = end - body;
  if (length > shape.most) return {};
  if (shape.in_base64 && within_base64(in.text, at, end)) return {};
  if (end == in.text.size() && in.goes_on) return {at, length < least_of_cut ? at : end, true};
  const std::string_view token = in.text.substr(body, length);
  const bool cut = end == in.text.size() && length >= least_of_cut && length < shape.least;
  if (cut && shape.prefix.size() >= least_of_cut && !is_placeholder(token)) return {at, end};
  if (length < shape.least || token.find(shape.within) == npos || is_placeholder(token)) return {};
  return {at, end};
}

Sighting match_named(const Stretch& in, std::size_t at, const NamedShape& shape) {
  const std::size_t key_end = at + shape.key.size();
  std::size_t begin = value_begin(in.text, key_end);
  if (begin == npos || begin == key_end) return {begin, begin, begin == in.text.size() && in.goes_on};
  begin = behind_scheme(in.text, begin);
  const std::size_t end = run_end(in.text.substr(0, begin + shape.most + 1), begin, shape.body);
  const std::size_t length = end - begin;
  if (length > shape.most) return {};
  if (end == in.text.size() && in.goes_on) return {begin, length < least_of_cut ? begin : end, true};
  if (length < shape.least || is_placeholder(in.text.substr(begin, length))) return {};
  return {begin, end};
}

Sighting match_web_token(const Stretch& in, std::size_t at) {
  if (!begins_token(in.text, at) || (at > 0 && in.text[at - 1] == '-')) return {};
  const std::string_view text = in.text.substr(0, at + longest_web_token);
  const auto open_at = [&](std::size_t end) { return end == in.text.size() && in.goes_on; };
  const std::size_t header = run_end(text, at, Alphabet::Url);
  if (open_at(header)) return {at, at, true};
  if (header - at < shortest_header || header == text.size() || text[header] != '.') return {};
  if (!is_web_token_header(text.substr(at, header - at))) return {};
  const std::size_t payload = run_end(text, header + 1, Alphabet::Url);
  if (open_at(payload)) return {at, payload, true};
  if (payload == header + 1 || payload == text.size() || text[payload] != '.')
    return payload == in.text.size() ? Sighting{at, payload} : Sighting{};
  const std::size_t end = run_end(text, payload + 1, Alphabet::Url);
  const bool whole = end - payload > shortest_signature || end == in.text.size();
  return whole ? Sighting{at, end, open_at(end)} : Sighting{};
}

}  // namespace termhost::text
