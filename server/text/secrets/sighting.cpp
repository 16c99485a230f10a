#include "text/secrets/sighting.hpp"

#include <algorithm>
#include <array>
#include <bitset>

namespace termhost::text {
namespace {

constexpr auto placeholders = std::to_array<std::string_view>({
    "example",   "changeme",   "change-me", "change_me", "placeholder", "your-",    "your_",
    "yourtoken", "yoursecret", "xxxx",      "****",      "....",        "redacted", "dummy",
    "insert-",   "insert_",    "replace-",  "replace_",  "not-set",     "notset",   "<",
    ">",         "${",         "$(",        "{{",        "%s",          "0000000",  "12345678901234567890",
});
constexpr std::size_t fewest_different = 5, fewest_of_password = 4;

std::size_t count_different(std::string_view text) {
  std::bitset<256> different;
  for (const char c : text) different.set(static_cast<unsigned char>(c));
  return different.count();
}

bool is_hex(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    const char l = base::lower(c);
    return base::is_digit(c) || (l >= 'a' && l <= 'f');
  });
}

/// `before` ends with ESC [ 1 ; 3 1 m or the like.
bool ends_with_colour(std::string_view before) {
  if (!before.ends_with('m')) return false;
  const std::size_t sequence = before.find_last_not_of("0123456789;", before.size() - 2);
  return sequence != std::string_view::npos && sequence > 0 && before.substr(sequence - 1, 2) == "\x1b[";
}

}  // namespace

bool begins_token(std::string_view text, std::size_t at) {
  if (at == 0 || !base::is_name_char(text[at - 1])) return true;
  const std::string_view before = text.substr(at - std::min(at, look_behind), std::min(at, look_behind));
  const auto last = [&](std::size_t count) { return before.substr(before.size() - std::min(before.size(), count)); };
  if (last(2).starts_with('\\') && std::string_view("nrtbf").find(before.back()) != std::string_view::npos) return true;
  if (last(3).starts_with('%') && is_hex(last(2))) return true;
  if (last(6).starts_with("\\u") && is_hex(last(4))) return true;
  return ends_with_colour(before);
}

bool is_placeholder(std::string_view text) {
  if (count_different(text) < fewest_different) return true;
  const std::string lower = base::lowered(text);
  return std::any_of(placeholders.begin(), placeholders.end(),
                     [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

bool begins_as_placeholder(std::string_view text) {
  if (count_different(text) < fewest_of_password) return true;
  const std::string lower = base::lowered(text);
  return std::any_of(placeholders.begin(), placeholders.end(),
                     [&](std::string_view word) { return lower.starts_with(word); });
}

}  // namespace termhost::text
