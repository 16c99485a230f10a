#include "vt/start_marks.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "base/ascii.hpp"
#include "vt/controls.hpp"
#include "vt/parser.hpp"

namespace termhost::vt {
namespace {

constexpr std::array<std::string_view, 5> marks{"\x1b]633;C\x07", "\x1b]633;C\x1b\\", "\x1b]133;C\x07",
                                                "\x1b]133;C\x1b\\", "C\x07"};

/// A line is drawn in less; what goes on without a mark has none.
constexpr std::size_t most_drawn = 256 * 1024;

/// A sink that checks the printed words: if each is a part of the line, the shell may be drawing the line itself.
class DrawnLine {
 public:
  explicit DrawnLine(std::string_view line) : line_(line) {}
  [[nodiscard]] bool drawn() const { return drawn_; }

  void print_ascii(std::string_view run) {
    while (!run.empty() && drawn_) {
      const std::string_view word = run.substr(0, run.find(' '));
      drawn_ = line_.find(word) != std::string_view::npos;
      run.remove_prefix(std::min(run.size(), word.size() + 1));
    }
  }
  void print(char32_t) {}
  void end_run() {}
  void execute(char32_t) {}
  void esc_dispatch(std::uint32_t) {}
  void csi_dispatch(std::uint32_t, const Parameters&) {}
  [[nodiscard]] bool skips_csi(char) const { return true; }
  void osc_dispatch(std::string_view) {}
  void dcs_dispatch(std::uint32_t, std::string_view) {}

 private:
  std::string_view line_;
  bool drawn_ = true;
};

bool may_be_drawn(std::string_view head, std::string_view line) {
  DrawnLine sink(line);
  Parser().write(head, sink);
  return sink.drawn() && head.size() < most_drawn;
}

constexpr std::string_view mark_of_fish = "\x1b]133;C;cmdline_url=";

/// Letters, digits and `/._~-` are not escaped (escape_string_url of fish's source).
std::string url_of(std::string_view line) {
  std::string url;
  for (const char c : line) {
    const bool itself = base::is_letter_or_digit(c) || std::string_view("/._~-").find(c) != std::string_view::npos;
    url += itself ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return url;
}

/// The stream begins within the mark of fish, which that of VS Code follows.
StreamHead behind_rest_of_mark(std::string_view head, std::string_view line) {
  constexpr std::string_view next = "\x1b]633;C";
  const std::string mark = fmt::format("{}{}\a", mark_of_fish, url_of(line));
  const std::size_t end = head.find('\a');
  if (end == std::string_view::npos)
    return {.rest = head, .marked = false, .undecided = !head.empty() && mark.find(head) != std::string::npos};
  const std::string_view rest = head.substr(end + 1);
  if (!mark.ends_with(head.substr(0, end + 1))) return {head};
  if (rest.starts_with(next)) return {.rest = rest, .marked = true, .undecided = false};
  return {.rest = head, .marked = false, .undecided = next.starts_with(rest)};
}

StreamHead behind_line_of_fish(std::string_view head, std::string_view line) {
  const std::size_t begin = head.find(mark_of_fish);
  const std::size_t end = begin == std::string_view::npos ? begin : head.find('\a', begin);
  if (end != std::string_view::npos) return {.rest = head.substr(end + 1), .marked = true, .undecided = false};
  if (const StreamHead cut = behind_rest_of_mark(head, line); cut.marked || cut.undecided) return cut;
  return {.rest = head, .marked = false, .undecided = may_be_drawn(head.substr(0, begin), line)};
}

}  // namespace

StreamHead strip_start_marks(std::string_view head, std::string_view line_of_fish) {
  const auto leads = [&](std::string_view mark) { return head.starts_with(mark); };
  bool marked = false;
  for (const auto* mark = marks.begin(); (mark = std::find_if(marks.begin(), marks.end(), leads)) != marks.end();) {
    head.remove_prefix(mark->size());
    marked = true;
  }
  const bool undecided = std::any_of(marks.begin(), marks.end(), [&](std::string_view mark) {
    return head.size() < mark.size() && mark.starts_with(head) && mark.front() == escape;
  });
  if (!line_of_fish.empty() && !marked && !undecided) return behind_line_of_fish(head, line_of_fish);
  return {head, marked, undecided};
}

}  // namespace termhost::vt
