#include "text/visible.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <utf8proc.h>

#include "base/utf8.hpp"

namespace termhost::text {
namespace {

constexpr std::size_t longest_run = 24;  // of blanks: as deep as code is indented, and no way out of a narrow window
constexpr std::size_t most_empty_lines = 2;
constexpr std::size_t most_marks = 4;  // combining ones on one letter; more cover the lines around
constexpr char32_t left_to_right_mark = 0x200e;

constexpr std::array<std::string_view, 32> control_names{
    "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS",  "HT", "LF",  "VT",  "FF", "CR", "SO", "SI",
    "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC", "FS", "GS", "RS", "US"};

/// Our own marks and characters that look like them, and characters that show nothing though Unicode gives them a
/// width.
constexpr std::array<char32_t, 14> never_shown{0x21e5, 0x23ce, 0x2329, 0x232a, 0x276c, 0x276d, 0x2770,
                                               0x2771, 0x27e8, 0x27e9, 0x2800, 0x3008, 0x3009, 0x1d159};

bool is_shown(char32_t c) {
  if (c == ' ') return true;
  if (std::find(never_shown.begin(), never_shown.end(), c) != never_shown.end()) return false;
  const utf8proc_property_t& property = *utf8proc_get_property(static_cast<utf8proc_int32_t>(c));
  switch (property.category) {
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ME: return false;
    default: return property.ignorable == 0;
  }
}

bool is_combining(char32_t c) {
  const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(c));
  return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC;
}

/// Hebrew, Arabic and the other scripts of that direction, whole blocks of them.
constexpr std::array<std::pair<char32_t, char32_t>, 5> right_to_left_blocks{
    {{0x590, 0x8ff}, {0xfb1d, 0xfdff}, {0xfe70, 0xfefe}, {0x10800, 0x10fff}, {0x1e800, 0x1efff}}};

bool is_right_to_left(char32_t c) {
  return std::any_of(right_to_left_blocks.begin(), right_to_left_blocks.end(),
                     [c](const auto& block) { return c >= block.first && c <= block.second; });
}

std::string named(std::string_view name) { return fmt::format("⟨{}⟩", name); }

std::string named(char32_t c) {
  if (c < control_names.size()) return named(control_names[c]);
  return c == 0x7f ? named("DEL") : fmt::format("⟨U+{:04X}⟩", static_cast<std::uint32_t>(c));
}

std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("⟨{} {}{}⟩", count, what, count == 1 ? "" : "s");
}

/// Writes the characters of one line.
class LineWriter {
 public:
  explicit LineWriter(std::string& out) : out_(out) {}

  void write(std::string_view line) {
    while (!line.empty()) line.remove_prefix(write_some(line));
    turn_from_right(false);
  }

 private:
  std::size_t write_some(std::string_view rest) {
    const std::size_t run = std::min(rest.find_first_not_of(rest.front()), rest.size());
    switch (rest.front()) {
      case ' ': return write_run(run, run > longest_run || run == rest.size(), " ", "blank");
      case '\t': return write_run(run, run > longest_run, "⇥", "tab");
      case '\n': return write_run(run, run > 1, named('\n'), "line break");
      default: return write_character(rest);
    }
  }

  std::size_t write_run(std::size_t run, bool is_counted, std::string_view each, std::string_view what) {
    turn_from_right(false);
    marks_ = most_marks;
    if (is_counted) out_ += counted(run, what);
    for (std::size_t i = 0; !is_counted && i < run; ++i) out_ += each;
    return run;
  }

  std::size_t write_character(std::string_view rest) {
    const base::Decoded read = base::decode_utf8(rest);
    const bool whole = read.taken > 0 && !read.malformed;
    const std::size_t taken = read.taken > 0 ? read.taken : rest.size();
    if (!whole) {
      for (const char byte : rest.substr(0, taken)) say(fmt::format("⟨0x{:02X}⟩", static_cast<unsigned char>(byte)));
    } else if (!is_shown(read.code_point) || !may_combine(read.code_point)) {
      say(named(read.code_point));
    } else {
      turn_from_right(is_right_to_left(read.code_point) || (right_to_left_ && is_combining(read.code_point)));
      out_ += rest.substr(0, taken);
    }
    return taken;
  }

  void say(std::string_view name) {
    turn_from_right(false);
    marks_ = most_marks;
    out_ += name;
  }

  /// Counts the marks on one letter, which must be there.
  bool may_combine(char32_t c) {
    marks_ = is_combining(c) ? marks_ + 1 : 0;
    return marks_ <= most_marks;
  }

  void turn_from_right(bool right_to_left) {
    if (right_to_left != right_to_left_) base::append_utf8(out_, left_to_right_mark);
    right_to_left_ = right_to_left;
  }

  std::string& out_;
  std::size_t marks_ = most_marks;
  bool right_to_left_ = false;
};

void append_line(std::string_view line, std::string& out) { LineWriter(out).write(line); }

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (;;) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return lines;
    text.remove_prefix(end + 1);
  }
}

bool is_empty(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

std::size_t character_start(std::string_view text, std::size_t at) {
  while (at > 0 && at < text.size() && base::is_utf8_continuation(text[at])) --at;
  return at;
}

}  // namespace

std::string visible(std::string_view text) {
  const std::vector<std::string_view> lines = lines_of(text);
  std::string out;
  for (auto line = lines.begin(); line != lines.end();) {
    if (line != lines.begin()) out += '\n';
    const auto full = std::find_if_not(line, lines.end(), is_empty);
    const auto empty = static_cast<std::size_t>(full - line);
    if (empty > most_empty_lines) {
      out += counted(empty, "empty line");
      line = full;
    } else {
      append_line(*line++, out);
    }
  }
  return out;
}

std::string visible_keys(std::string_view keys) {
  std::string out;
  while (!keys.empty()) {
    const std::size_t end = std::min(keys.find_first_of("\r\n"), keys.size());
    append_line(keys.substr(0, end), out);
    keys.remove_prefix(end);
    if (keys.empty()) return out;
    keys.remove_prefix(keys.starts_with("\r\n") ? 2 : 1);
    out += keys.empty() ? "⏎" : "⏎\n";
  }
  return out;
}

std::string visible_line(std::string_view text, std::size_t most) {
  std::string out;
  if (text.size() <= most) {
    append_line(text, out);
    return out;
  }
  const std::size_t head = character_start(text, most * 2 / 3), tail = character_start(text, text.size() - most / 3);
  append_line(text.substr(0, head), out);
  out += counted(tail - head, "more byte");
  append_line(text.substr(tail), out);
  return out;
}

std::string size_in_words(std::string_view text) {
  const bool ended = text.ends_with('\n');
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + (ended ? 0 : 1);
  return fmt::format("{} line{}, {} byte{}", lines, lines == 1 ? "" : "s", text.size(), text.size() == 1 ? "" : "s");
}

}  // namespace termhost::text
