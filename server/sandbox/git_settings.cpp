#include "sandbox/git_settings.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.hpp"

namespace termhost::sandbox {
namespace {

constexpr std::string_view mark = "\xEF\xBB\xBF";  // of UTF-8, which git skips

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
bool is_of_key(char c) { return base::is_letter_or_digit(c) || c == '-'; }

class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {
    if (rest_.starts_with(mark)) rest_.remove_prefix(mark.size());
  }

  std::vector<GitSetting> read() {
    bool readable = true;
    while (readable && !rest_.empty()) {
      const char c = next();
      if (c == '#' || c == ';') skip_line();
      if (c == '[') readable = read_section();
      if (base::is_letter(c)) readable = read_setting(c);
      readable = readable && (c == '\n' || is_blank(c) || c == '#' || c == ';' || c == '[' || base::is_letter(c));
    }
    if (!readable) found_.push_back({std::string(unreadable_setting), {}});
    return std::move(found_);
  }

 private:
  /// The text ends with a line break, whether one is written or not.
  char next() {
    if (rest_.starts_with("\r\n")) rest_.remove_prefix(1);
    const char c = rest_.empty() ? '\n' : rest_.front();
    rest_.remove_prefix(rest_.empty() ? 0 : 1);
    return c;
  }

  void skip_line() {
    while (next() != '\n') {
    }
  }

  /// `[core]`, `[diff.pdf]`, `[diff "pdf"]`
  bool read_section() {
    std::string name;
    char c = next();
    for (; is_of_key(c) || c == '.'; c = next()) name += c;
    if (is_blank(c)) {
      while (is_blank(c)) c = next();
      if (c != '"') return false;
      name += '.';
      for (c = next(); c != '"'; c = next()) {
        if (c == '\\') c = next();
        if (c == '\n') return false;
        name += c;
      }
      c = next();
    }
    section_ = base::lowered(name);
    return c == ']';
  }

  bool read_setting(char c) {
    std::string name;
    for (; is_of_key(c); c = next()) name += c;
    while (c == ' ' || c == '\t') c = next();
    GitSetting setting{fmt::format("{}.{}", section_, base::lowered(name)), "true"};
    if (c != '\n') {
      std::optional<std::string> value = c == '=' ? read_value() : std::nullopt;
      if (!value) return false;
      setting.value = std::move(*value);
    }
    found_.push_back(std::move(setting));
    return true;
  }

  /// Reads to the end of the line, which a backslash moves to the next one. Blanks count between words and between
  /// quotes.
  std::optional<std::string> read_value() {
    std::string value;
    std::string blanks;
    bool quoted = false;
    for (char c = next(); c != '\n'; c = next()) {
      if (!quoted && (c == '#' || c == ';')) {
        skip_line();
        return value;
      }
      if (!quoted && is_blank(c)) {
        if (!value.empty()) blanks += c;
        continue;
      }
      value += std::exchange(blanks, {});
      if (c == '"') {
        quoted = !quoted;
        continue;
      }
      if (c == '\\') {
        c = next();
        if (c == '\n') continue;
        constexpr std::string_view escapes = "tnb\\\"";
        const std::size_t at = escapes.find(c);
        if (at == std::string_view::npos) return std::nullopt;
        c = std::string_view("\t\n\b\\\"")[at];
      }
      value += c;
    }
    return quoted ? std::nullopt : std::optional(std::move(value));
  }

  std::string_view rest_;
  std::string section_;
  std::vector<GitSetting> found_;
};

}  // namespace

std::vector<GitSetting> read_git_settings(std::string_view text) { return Reader(text).read(); }

}  // namespace termhost::sandbox
