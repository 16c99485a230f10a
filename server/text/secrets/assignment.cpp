#include "text/secrets/assignment.hpp"

#include <algorithm>

#include "secrets/alphabet.hpp"
#include "secrets/variables.hpp"
#include "text/secrets/secret_values.hpp"

namespace termhost::text {
namespace {

using secrets::Alphabet;
using secrets::run_end;

constexpr std::size_t longest_name = 64;
static_assert(longest_name < look_behind);
constexpr std::size_t longest_value = 4096;

/// The start of the name that ends at `end`.
std::size_t name_begin(std::string_view text, std::size_t end) {
  std::size_t begin = end;
  const auto in_name = [](char c) { return (c >= 'A' && c <= 'Z') || base::is_digit(c) || c == '_'; };
  while (begin > 0 && end - begin < longest_name && in_name(text[begin - 1])) --begin;
  return begin;
}

}  // namespace

Sighting match_assignment(const Stretch& in, std::size_t at, std::string_view end) {
  const std::size_t equals = at + end.size() - 1;
  const std::size_t name = name_begin(in.text, equals);
  if (!begins_token(in.text, name) || !secrets::says_secret(in.text.substr(name, equals - name))) return {};
  std::size_t begin = equals + 1;
  if (begin == in.text.size()) return {begin, begin, in.goes_on};
  const char quote = in.text[begin];
  const bool quoted = quote == '"' || quote == '\'';
  if (quoted) ++begin;
  const std::string_view text = in.text.substr(0, begin + longest_value);
  const std::size_t close = quoted ? std::min(text.find_first_of(quote == '"' ? "\"\n" : "'\n", begin), text.size())
                                   : run_end(text, begin, Alphabet::Visible);
  if (close == in.text.size() && in.goes_on) return {begin, begin, true};
  const std::string_view value = text.substr(begin, close - begin);
  return may_be_secret(value) && value.front() != '$' ? Sighting{begin, close} : Sighting{};
}

}  // namespace termhost::text
