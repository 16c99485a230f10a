// The short way for plain output: lines that only scroll through become text without going through the screen.
#include <algorithm>
#include <utility>

#include "text/emulator.hpp"
#include "vt/scan.hpp"

namespace termhost::text {
namespace {

/// How much is read the ordinary way before plain lines are looked for again: far more than looking costs.
constexpr std::size_t probe_interval = 4096;

int rows_of(std::size_t length, int columns) {
  return std::max(
      1, static_cast<int>((length + static_cast<std::size_t>(columns) - 1) / static_cast<std::size_t>(columns)));
}

}  // namespace

void Emulator::write(std::string_view bytes, std::string& final_text) {
  final_text_ = &final_text;
  final_text += std::exchange(carried_, {});
  while (!bytes.empty()) {
    if (at_fresh_line()) bytes.remove_prefix(pass_plain_lines(bytes));
    // As far as the line end from where the next plain lines may begin.
    const std::size_t interval = at_fresh_line() ? probe_interval : 0;
    const std::size_t line_end = bytes.size() > interval ? bytes.find('\n', interval) : std::string_view::npos;
    const std::string_view part = bytes.substr(0, line_end == std::string_view::npos ? line_end : line_end + 1);
    parser_.write(part, *this);
    bytes.remove_prefix(part.size());
  }
}

/// On an empty last row of an ordinary screen, where each plain line moves everything up.
bool Emulator::at_fresh_line() const {
  const Screen& screen = *screen_;
  const int last = screen.rows() - 1;
  if (screen.x != 0 || screen.y != last || screen.bottom != last || screen.top != 0) return false;
  if (&screen != &normal_ || !parser_.idle() || in_run_ || frame_ended_) return false;
  if (modes_.insert || !modes_.wraparound || charset_ != nullptr || attributes_ != 0) return false;
  return screen.row(last).used() == 0 && !screen.row(last).wrapped;
}

/// The plain line that `text` begins with, its end included: printable ASCII up to a line end; empty if it is none.
std::string_view Emulator::plain_line(std::string_view text) const {
  const char* const end = text.data() + text.size();
  const char* const stop = vt::skip_printable_ascii(text.data(), end);
  const auto length = static_cast<std::size_t>(stop - text.data());
  const std::string_view rest = text.substr(length);
  if (rest.starts_with("\r\n")) return text.substr(0, length + 2);
  if (lasting_.line_feed_returns && rest.starts_with('\n')) return text.substr(0, length + 1);
  return {};
}

/// Writes plain lines straight to the text, except the last ones, which stay for the screen; returns how many bytes
/// that took. What is on the screen goes first: the lines push it out.
std::size_t Emulator::pass_plain_lines(std::string_view bytes) {
  const auto rows_in = [this](std::string_view line) {
    return rows_of(line.find_last_not_of("\r\n") + 1, normal_.columns());
  };
  std::size_t end = 0;
  std::int64_t rows = 0;
  for (;;) {
    const std::string_view line = plain_line(bytes.substr(end));
    if (line.empty()) break;
    end += line.size();
    rows += rows_in(line);
  }
  if (rows < 2 * normal_.rows()) return 0;
  std::size_t tail = end;
  for (int tail_rows = 0; tail_rows < normal_.rows();) {
    const std::size_t before = tail < 2 ? std::string_view::npos : bytes.rfind('\n', tail - 2);
    const std::size_t start = before == std::string_view::npos ? 0 : before + 1;
    tail_rows += rows_in(bytes.substr(start, tail - start));
    rows -= rows_in(bytes.substr(start, tail - start));
    tail = start;
  }
  hand_on_screen();
  for (std::size_t at = 0; at < tail;) {
    const std::size_t line_end = bytes.find('\n', at);
    const std::string_view line = bytes.substr(at, line_end - at);
    writer_.write_line(line.substr(0, line.find_last_not_of('\r') + 1), *final_text_);
    at = line_end + 1;
  }
  // The tail begins at the top and fills the screen again, as if all had scrolled.
  normal_.scrolled += rows + normal_.rows() - 1;
  normal_.y = 0;
  return tail;
}

void Emulator::hand_on_screen() {
  if (holds_row_) writer_.write_row(held_, &normal_.row(0), clusters_, *final_text_);
  holds_row_ = false;
  for (int y = 0; y + 1 < normal_.rows(); ++y) {
    writer_.write_row(normal_.row(y), &normal_.row(y + 1), clusters_, *final_text_);
    normal_.row(y).clear();
  }
}

}  // namespace termhost::text
