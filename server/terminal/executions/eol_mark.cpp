#include "terminal/executions/eol_mark.hpp"

#include <algorithm>

namespace termhost::terminal {
namespace {

constexpr std::string_view mark_opening = "\x1b[1m\x1b[7m";
constexpr std::string_view mark_closing = "\x1b[27m\x1b[1m\x1b[0m";
constexpr std::string_view line_return = "\r \r";
constexpr std::size_t longest_mark = 2048;  // sequences and the blanks of a very wide terminal

enum class Match { No, Prefix, Whole };

bool take(std::string_view& text, std::string_view literal, bool& ran_out) {
  const std::size_t n = std::min(text.size(), literal.size());
  if (text.substr(0, n) != literal.substr(0, n)) return false;
  ran_out = n < literal.size();
  text.remove_prefix(n);
  return true;
}

Match match_mark(std::string_view text) {
  bool ran_out = false;
  if (!take(text, mark_opening, ran_out)) return Match::No;
  if (ran_out || text.empty()) return Match::Prefix;
  if (text.front() != '%' && text.front() != '#') return Match::No;
  text.remove_prefix(1);
  if (!take(text, mark_closing, ran_out)) return Match::No;
  if (ran_out) return Match::Prefix;
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  if (!take(text, line_return, ran_out)) return Match::No;
  if (ran_out) return Match::Prefix;
  return text.empty() ? Match::Whole : Match::No;
}

}  // namespace

bool is_eol_mark(std::string_view text) { return match_mark(text) == Match::Whole; }

std::string_view filter_eol_mark(std::string& held, std::string_view bytes, std::string& scratch) {
  std::string_view all = bytes;
  if (!held.empty()) {
    scratch = std::move(held);
    scratch.append(bytes);
    held.clear();
    all = scratch;
  }
  std::size_t at = all.size() > longest_mark ? all.size() - longest_mark : 0;
  while ((at = all.find('\x1b', at)) != std::string_view::npos) {
    if (match_mark(all.substr(at)) != Match::No) {
      held.assign(all.substr(at));
      return all.substr(0, at);
    }
    ++at;
  }
  return all;
}

}  // namespace termhost::terminal
