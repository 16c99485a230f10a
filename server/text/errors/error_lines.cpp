#include "text/errors/error_lines.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/ascii.hpp"
#include "text/search/keyword_scanner.hpp"

namespace termhost::text {
namespace {

/// A line that has none of these is never looked at more closely.
constexpr auto keywords = std::to_array<std::string_view>({
    "error",       "errno",      "fail",        "fatal",       "fault",        "exception",  "panic",     "traceback",
    "undefine",    "cannot",     "can't",       "could not",   "couldn't",     "not found",  "no such",   "denied",
    "assert",      "abort",      "killed",      "unable",      "invalid",      "missing",    "expected",  "unresolved",
    "unrecogn",    "unknown",    "refused",     "rejected",    "timed ou",     "timeout",    "terminate", "declared",
    "attempt ",    "imported",   "multiple",    "conflict",    ": *** ",       "not ok ",    "caused by", "died at",
    "npm err",     "redefin",    "mismatch",    "not defined", "does not",     "doesn't",    "unhandled", "uncaught",
    "illegal",     "  \u25cf ",  "  \u2715 ",   "  \u2717 ",   "  \u2718 ",    "  \u00d7 ",  "\u2716 ",   "duplicate",
    "unterminate", "unbound",    "not install", "unmet dep",   ".go:",         "no rule to", "deadlock",  "out of mem",
    "not allow",   "not permit", "incorrect",   "incompat",    "went wrong",   ".cc:",       ".cpp:",     " \u203a ",
    "forbidden",   "x509: ",     "has expired", "backoff",     "errimagepull", "^-- sc",     ": e2",      ": e3",
    ": e4",        ": e5",       ": e7",        ": e9",        ": f4",         ": f8",  // flake8, ruff
});

/// The bytes of a text, as a rough set. A text with a byte outside of a line's set cannot be part of that line.
using Letters = std::uint64_t;

constexpr Letters letters_of(std::string_view text) {
  Letters letters = 0;
  for (const char c : text) letters |= Letters{1} << (static_cast<unsigned char>(c) & 63U);
  return letters;
}

/// A text to look for.
struct Pattern {
  std::string_view text;
  Letters letters;

  // NOLINTNEXTLINE(google-explicit-constructor): so that tables are plain texts
  constexpr Pattern(const char* characters) : text(characters), letters(letters_of(text)) {}
};

/// A line, or its end, to look in.
struct Line {
  std::string_view text;
  Letters letters;

  [[nodiscard]] bool starts_with(const Pattern& pattern) const { return text.starts_with(pattern.text); }
  [[nodiscard]] bool ends_with(const Pattern& pattern) const { return text.ends_with(pattern.text); }
  [[nodiscard]] bool contains(const Pattern& pattern) const {
    return (pattern.letters & ~letters) == 0 && text.find(pattern.text) != std::string_view::npos;
  }
};

enum class Where {
  Start,     ///< of the line, blanks skipped
  Anywhere,  ///< in the line
};

struct Rule {
  Where where;
  Pattern text;  ///< case matters: tools write these one way
  ErrorRank rank;
};

constexpr std::array rules{
    // Summaries that look like causes come first: the first rule that fits decides.
    Rule{Where::Anywhere, "error: could not compile", ErrorRank::Summary},
    Rule{Where::Anywhere, "error: aborting due to", ErrorRank::Summary},
    Rule{Where::Anywhere, "collect2: error: ld returned", ErrorRank::Summary},
    Rule{Where::Anywhere, "linker command failed", ErrorRank::Summary},
    Rule{Where::Anywhere, "make: *** [", ErrorRank::Summary},
    Rule{Where::Anywhere, "]: *** [", ErrorRank::Summary},
    Rule{Where::Anywhere, "ninja: build stopped", ErrorRank::Summary},
    Rule{Where::Anywhere, "Traceback (most recent call last)", ErrorRank::Summary},
    Rule{Where::Anywhere, "Exiting with failure status", ErrorRank::Summary},
    Rule{Where::Start, "npm ERR! A complete log", ErrorRank::Summary},
    Rule{Where::Start, "npm error A complete log", ErrorRank::Summary},
    // Compilers, linkers, build tools
    Rule{Where::Anywhere, ": error: ", ErrorRank::Cause},
    Rule{Where::Anywhere, ": fatal error: ", ErrorRank::Cause},
    Rule{Where::Anywhere, " error TS", ErrorRank::Cause},
    Rule{Where::Anywhere, "  error  ", ErrorRank::Cause},
    Rule{Where::Anywhere, "runtime error: ", ErrorRank::Cause},
    Rule{Where::Anywhere, "undefined reference to", ErrorRank::Cause},
    Rule{Where::Anywhere, "undefined symbol", ErrorRank::Cause},
    Rule{Where::Anywhere, "cannot find -l", ErrorRank::Cause},
    Rule{Where::Anywhere, "multiple definition of", ErrorRank::Cause},
    Rule{Where::Anywhere, ": *** ", ErrorRank::Cause},
    Rule{Where::Anywhere, "syntax error", ErrorRank::Cause},
    Rule{Where::Anywhere, "parse error", ErrorRank::Cause},
    Rule{Where::Anywhere, "parser error", ErrorRank::Cause},
    Rule{Where::Start, "error: ", ErrorRank::Cause},
    Rule{Where::Start, "error[", ErrorRank::Cause},
    Rule{Where::Start, "Error: ", ErrorRank::Cause},
    Rule{Where::Start, "ERROR: ", ErrorRank::Cause},
    Rule{Where::Start, "ERROR ", ErrorRank::Cause},
    Rule{Where::Start, "[ERROR] ", ErrorRank::Cause},
    Rule{Where::Start, "CMake Error", ErrorRank::Cause},
    Rule{Where::Start, "fatal: ", ErrorRank::Cause},
    Rule{Where::Start, "FATAL", ErrorRank::Cause},
    Rule{Where::Start, "E: ", ErrorRank::Cause},
    Rule{Where::Start, "! ", ErrorRank::Cause},             // TeX
    Rule{Where::Anywhere, "[rejected]", ErrorRank::Cause},  // git push
    Rule{Where::Start, "CONFLICT (", ErrorRank::Cause},
    Rule{Where::Start, "FAILED: ", ErrorRank::Summary},
    Rule{Where::Anywhere, ": error CS", ErrorRank::Cause},
    Rule{Where::Start, "* What went wrong:", ErrorRank::Cause},
    Rule{Where::Start, "e: file:", ErrorRank::Cause},
    Rule{Where::Anywhere, " Error: ", ErrorRank::Cause},
    // Logs of servers: the level of a line
    Rule{Where::Anywhere, "level=error", ErrorRank::Cause},
    Rule{Where::Anywhere, "level=fatal", ErrorRank::Cause},
    Rule{Where::Anywhere, "\"level\":\"error\"", ErrorRank::Cause},
    Rule{Where::Anywhere, "\"level\": \"error\"", ErrorRank::Cause},
    Rule{Where::Anywhere, " ERROR ", ErrorRank::Cause},
    Rule{Where::Anywhere, " ERROR: ", ErrorRank::Cause},
    Rule{Where::Anywhere, " FATAL ", ErrorRank::Cause},
    Rule{Where::Anywhere, "[error] ", ErrorRank::Cause},
    Rule{Where::Anywhere, "x509: ", ErrorRank::Cause},
    Rule{Where::Anywhere, "CrashLoopBackOff", ErrorRank::Cause},
    Rule{Where::Anywhere, "ImagePullBackOff", ErrorRank::Cause},
    Rule{Where::Anywhere, "ErrImagePull", ErrorRank::Cause},
    Rule{Where::Anywhere, "^-- SC", ErrorRank::Cause},  // ShellCheck
    // Run time
    Rule{Where::Anywhere, "panicked at", ErrorRank::Cause},
    Rule{Where::Start, "panic: ", ErrorRank::Cause},
    Rule{Where::Start, "Exception in thread", ErrorRank::Cause},
    Rule{Where::Start, "Unhandled exception", ErrorRank::Cause},
    Rule{Where::Start, "Caused by: ", ErrorRank::Cause},
    Rule{Where::Anywhere, "No such file or directory", ErrorRank::Cause},
    Rule{Where::Anywhere, "command not found", ErrorRank::Cause},
    Rule{Where::Anywhere, "Permission denied", ErrorRank::Cause},
    Rule{Where::Anywhere, "Segmentation fault", ErrorRank::Cause},
    Rule{Where::Anywhere, "Assertion ", ErrorRank::Cause},
    Rule{Where::Anywhere, "terminate called", ErrorRank::Cause},
    Rule{Where::Start, "npm ERR!", ErrorRank::Cause},
    Rule{Where::Start, "npm error", ErrorRank::Cause},
    // Test runners
    Rule{Where::Start, "E   ", ErrorRank::Cause},
    Rule{Where::Start, "\u25cf ", ErrorRank::Cause},
    Rule{Where::Start, "\u2715 ", ErrorRank::Cause},
    Rule{Where::Start, "\u2716 ", ErrorRank::Cause},
    Rule{Where::Start, "\u2717 ", ErrorRank::Cause},
    Rule{Where::Start, "\u2718 ", ErrorRank::Cause},
    Rule{Where::Start, "\u00d7 ", ErrorRank::Cause},
    Rule{Where::Start, "--- FAIL: ", ErrorRank::Cause},
    Rule{Where::Anywhere, "_test.go:", ErrorRank::Cause},
    Rule{Where::Anywhere, "unbound variable", ErrorRank::Cause},
    Rule{Where::Anywhere, "is not installable", ErrorRank::Cause},
    Rule{Where::Start, "not ok ", ErrorRank::Cause},
    Rule{Where::Start, "FAIL: ", ErrorRank::Cause},
    Rule{Where::Start, "FAIL ", ErrorRank::Cause},
    Rule{Where::Start, "FAILED ", ErrorRank::Summary},
    Rule{Where::Anywhere, "***Failed", ErrorRank::Cause},
    Rule{Where::Anywhere, "***Exception", ErrorRank::Cause},
    Rule{Where::Anywhere, "***Timeout", ErrorRank::Cause},
    Rule{Where::Anywhere, "... FAILED", ErrorRank::Cause},
    Rule{Where::Anywhere, "Failure/Error: ", ErrorRank::Cause},
    Rule{Where::Start, "Failed asserting", ErrorRank::Cause},
};

/// A line with one of these beginnings reports success, whatever words it has.
constexpr std::array<Pattern, 12> good_starts{"ok ",    "PASS",       "\u2713 ", "\u2714 ",   "--- PASS", "# pass",
                                              "remark", "-- Looking", "Running", "checking ", "=== RUN",  "warning:"};
constexpr std::array<Pattern, 8> good_parts{"0 error",   "0 failed",  "0 failure", "no error",
                                            ": warning", "[WARNING]", " PASSED",   "Failures: 0"};
constexpr std::array<Pattern, 4> good_ends{" ok", " PASSED", " OK", " Passed"};
/// After one of these, an end that sounds good is only the last part of the error.
constexpr std::array<Pattern, 3> said_errors{"rror: ", "ERROR: ", "fatal: "};

bool is_word(char c) { return base::is_name_char(c) || c == '-' || c == '/'; }

std::string_view without_blanks(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string_view{} : line.substr(first);
}

bool tells_of_success(const Line& line) {
  const auto starts = [&](const Pattern& part) { return line.starts_with(part); };
  const auto contains = [&](const Pattern& part) { return line.contains(part); };
  const auto ends = [&](const Pattern& part) { return line.ends_with(part); };
  return std::any_of(good_starts.begin(), good_starts.end(), starts) ||
         std::any_of(good_parts.begin(), good_parts.end(), contains) ||
         (std::any_of(good_ends.begin(), good_ends.end(), ends) &&
          std::none_of(said_errors.begin(), said_errors.end(), contains));
}

/// "java.io.IOException: …", "TypeError: …": a dotted name that ends in Error or Exception, then a colon or nothing.
bool is_exception(std::string_view line) {
  const auto* const end =
      std::find_if_not(line.begin(), line.end(), [](char c) { return is_word(c) || c == '.' || c == '$'; });
  const std::string_view name = line.substr(0, static_cast<std::size_t>(end - line.begin()));
  const std::string_view rest = line.substr(name.size());
  return (name.ends_with("Error") || name.ends_with("Exception")) &&
         (rest.empty() || rest.starts_with(": ") || rest == ":" || rest.starts_with(" ["));
}

/// "E1125 13:00:00.123456 4242 store.cc:12] …": the level, month and day of glog and klog, then the time.
bool is_logged_error(std::string_view line) {
  constexpr std::size_t time = 6;  // "E1125 "
  if (line.size() < time + 3 || (line[0] != 'E' && line[0] != 'F') || line[time - 1] != ' ') return false;
  const auto is_digit = [&](std::size_t at) { return base::is_digit(line[at]); };
  return is_digit(1) && is_digit(2) && is_digit(3) && is_digit(4) && is_digit(6) && is_digit(7) && line[8] == ':';
}

/// "1) [chromium] › a.spec.ts:3:5 › adds numbers": Playwright's heading of a test that failed.
bool is_numbered_test(std::string_view line) {
  std::size_t digits = 0;
  while (digits < line.size() && base::is_digit(line[digits])) ++digits;
  return digits > 0 && line.substr(digits).starts_with(") [") && line.find("] \u203a ") != std::string_view::npos;
}

/// "name:12: …", "name:12:5: …", "name line 12": where something is wrong.
bool has_location(std::string_view line) {
  for (std::size_t colon = line.find(':'); colon != std::string_view::npos; colon = line.find(':', colon + 1)) {
    std::size_t digits = colon + 1;
    while (digits < line.size() && base::is_digit(line[digits])) ++digits;
    const bool named = colon > 0 && is_word(line[colon - 1]) && !base::is_digit(line[colon - 1]);
    if (named && digits > colon + 1 && digits < line.size() && line[digits] == ':') return true;
  }
  const std::size_t number = line.find(" line ");
  return number != std::string_view::npos && number + 6 < line.size() && base::is_digit(line[number + 6]);
}

/// "a.py:3:80: E501 line too long", "a.py:3:1: C0114: …": the code of a rule after a place. Mostly one of many.
bool is_lint(std::string_view line) {
  const std::size_t place = line.find(".py:");
  const std::size_t code = place == std::string_view::npos ? place : line.find(": ", place);
  if (code == std::string_view::npos) return false;
  std::size_t at = code + 2, digits = 0;
  while (at < line.size() && line[at] >= 'A' && line[at] <= 'Z') ++at;
  const std::size_t letters = at - (code + 2);
  while (at + digits < line.size() && base::is_digit(line[at + digits])) ++digits;
  return letters > 0 && letters <= 4 && digits >= 3 && base::is_digit(line[place + 4]);
}

/// True for a keyword that is a word of its own, not part of a name such as "error.c", "-Werror" or "/errors/".
bool has_free_keyword(std::string_view line) {
  for (std::size_t at = find_error_keyword(line, 0); at != std::string_view::npos;
       at = find_error_keyword(line, at + 1)) {
    std::size_t end = at;
    while (end < line.size() && is_word(line[end])) ++end;
    const bool named = at > 0 && is_word(line[at - 1]);
    const bool file = end + 1 < line.size() && (line[end] == '.' || line[end] == '(') && line[end + 1] != ' ';
    if (!named && !file) return true;
  }
  return false;
}

}  // namespace

bool begins_trace(std::string_view line) {
  return without_blanks(line).starts_with("Traceback (most recent call last)");
}

std::size_t find_error_keyword(std::string_view text, std::size_t from) {
  static const KeywordScanner scanner(keywords);
  return scanner.find(text, from);
}

ErrorRank rank_error_line(std::string_view line) {
  if (find_error_keyword(line, 0) == std::string_view::npos) return ErrorRank::None;
  const std::string_view text = without_blanks(line);
  const Line looked_at{text, letters_of(text)};
  if (tells_of_success(looked_at)) return ErrorRank::None;
  for (const Rule& rule : rules) {
    const bool fits = rule.where == Where::Start ? looked_at.starts_with(rule.text) : looked_at.contains(rule.text);
    if (fits) return rule.rank;
  }
  if (is_exception(text) || is_logged_error(text) || is_numbered_test(text)) return ErrorRank::Cause;
  if (is_lint(text)) return ErrorRank::Hint;
  if (!has_free_keyword(line)) return ErrorRank::None;
  return has_location(text) ? ErrorRank::Cause : ErrorRank::Hint;
}

}  // namespace termhost::text
