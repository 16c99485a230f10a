#include "text/errors/diagnostics.hpp"

#include <array>

#include "base/ascii.hpp"
#include "text/errors/likeness.hpp"
#include "text/search/keyword_scanner.hpp"

namespace termhost::text {
namespace {

constexpr std::array<std::string_view, 2> severities{"warning", "error"};
constexpr std::size_t most_shown = 512;
constexpr int shown_warnings = 1;
constexpr int shown_errors = 3;

bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// "warning:", "error[E0308]", "error TS2304", "[WARNING] ", "error  'x'": no word of a sentence.
bool ends_as_severity(std::string_view rest) {
  if (rest.empty()) return false;
  if (rest.front() == ':' || rest.front() == '[' || rest.front() == ']') return true;
  return rest.starts_with("  ") || rest.starts_with(" TS");
}

bool begins_as_severity(std::string_view line, std::size_t at) {
  return at == 0 || is_blank(line[at - 1]) || line[at - 1] == '[' || line[at - 1] == ':';
}

}  // namespace

std::optional<Diagnostic> diagnostic_in(std::string_view line) {
  static const KeywordScanner scanner(severities);
  for (std::size_t at = scanner.find(line, 0); at != std::string_view::npos; at = scanner.find(line, at + 1)) {
    const bool error = base::lower(line[at]) == 'e';
    const std::size_t end = at + severities[error ? 1 : 0].size();
    if (begins_as_severity(line, at) && ends_as_severity(line.substr(end))) return Diagnostic{error, line.substr(at)};
  }
  return std::nullopt;
}

bool may_explain(std::string_view line) {
  if (line.empty()) return false;
  if (is_blank(line.front())) return line.find_first_not_of(" \t") != std::string_view::npos;
  const std::size_t number = line.find_first_not_of("0123456789");
  return number != std::string_view::npos && number > 0 && line.substr(number).starts_with(" |");
}

bool ShownDiagnostics::is_known(const Diagnostic& diagnostic) {
  const std::uint64_t hash = likeness_hash(diagnostic.message, !diagnostic.error);
  const auto found = shown_.find(hash);
  if (found != shown_.end()) {
    const int most = diagnostic.error ? shown_errors : shown_warnings;
    if (found->second >= most) return true;
    ++found->second;
    return false;
  }
  if (shown_.size() < most_shown) shown_.emplace(hash, 1);
  return false;
}

}  // namespace termhost::text
