#include "text/secrets/key_block.hpp"

#include <algorithm>

#include "secrets/alphabet.hpp"
#include "text/secrets/secret_values.hpp"

namespace termhost::text {
namespace {

using secrets::Alphabet;
using secrets::is_in;
using secrets::run_end;

constexpr std::size_t npos = std::string_view::npos;
constexpr std::string_view dashes = "-----";
constexpr std::string_view block_end = "-----END ";
constexpr std::size_t longest_label = 64;

struct Line {
  std::string_view text;
  std::size_t next = 0;  ///< the start of the next one
  bool whole = false;    ///< it has an end
};

/// The line from `at` on, to a line end, or to one that is written as \n.
Line line_at(std::string_view text, std::size_t at) {
  const std::size_t line_end = std::min(text.find('\n', at), text.size());
  const std::size_t end = std::min(text.substr(0, line_end).find("\\n", at), line_end);
  if (end == text.size()) return {text.substr(at), end, false};
  return {text.substr(at, end - at), end + (text[end] == '\n' ? 1 : 2), true};
}

enum class LineKind { Key, Short, Other };

/// The kind of a line after a prefix: part of the key, or perhaps its last line or a header line.
LineKind kind_of(std::string_view line) {
  constexpr std::size_t shortest_of_key = 32;
  while (!line.empty() && std::string_view("\r \t\"',\\+;").find(line.back()) != npos) line.remove_suffix(1);
  std::size_t begin = line.size();
  while (begin > 0 && is_in(Alphabet::Base64, line[begin - 1])) --begin;
  const std::size_t size = line.size() - begin;
  if (size >= shortest_of_key) return LineKind::Key;
  const bool header = line.find(": ") != npos;  // Proc-Type, DEK-Info, Version, Comment
  return size == line.size() || header || (begin > 0 && size > 0 && line.size() < 2 * shortest_of_key)
             ? LineKind::Short
             : LineKind::Other;
}

bool has_key(std::string_view line) {
  for (std::size_t at = 0; at < line.size(); ++at) {
    const std::size_t end = run_end(line, at, Alphabet::Base64);
    if (looks_random(line.substr(at, end - at))) return true;
    at = end;
  }
  return false;
}

/// The end of the label's dashes; npos: it is not a private key's; the size of the text: not known yet.
std::size_t label_end(std::string_view text, std::size_t begin) {
  const std::size_t end = text.find(dashes, begin);
  if (end == npos) {
    const std::string_view rest = text.substr(begin);
    const bool may_be = rest.size() < longest_label && std::all_of(rest.begin(), rest.end(), [](char c) {
                          return is_in(Alphabet::Capital, c) || c == ' ' || c == '-';
                        });
    return may_be ? text.size() : npos;
  }
  const std::string_view label = text.substr(begin, end - begin);
  return label.size() <= longest_label && label.find("PRIVATE KEY") != npos ? end + dashes.size() : npos;
}

}  // namespace

Sighting match_key_block(const Stretch& in, std::size_t at) {
  const std::string_view text = in.text.substr(0, at + longest_key_block);
  const bool goes_on = in.goes_on && text.size() == in.text.size();
  std::size_t next = label_end(text, at + key_block_start.size());
  if (next == npos) return {};
  if (next == text.size()) return {at, goes_on ? next : at, goes_on};
  bool key_seen = false;
  std::size_t end = at;  // of what is the key for certain
  for (bool first = true; next < text.size(); first = false) {
    const Line line = line_at(text, next);
    if (const std::size_t last = line.text.find(block_end); last != npos) {
      key_seen = key_seen || has_key(line.text.substr(0, last));
      const std::size_t closed = text.find(dashes, next + last + block_end.size());
      if (closed == npos && goes_on) return {at, text.size(), true};
      return key_seen ? Sighting{at, closed == npos ? text.size() : closed + dashes.size()} : Sighting{};
    }
    if (!line.whole && goes_on) return {at, text.size(), true};
    const LineKind kind = kind_of(line.text);
    if (kind == LineKind::Other && !has_key(line.text) && !first) break;
    key_seen = key_seen || has_key(line.text);
    if (kind == LineKind::Key) end = next + line.text.size();
    next = line.next;
  }
  if (next >= text.size() && goes_on) return {at, text.size(), true};
  return key_seen ? Sighting{at, std::max(end, at)} : Sighting{};
}

}  // namespace termhost::text
