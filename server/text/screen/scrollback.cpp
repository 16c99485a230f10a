#include "text/screen/scrollback.hpp"

#include <algorithm>
#include <utility>

#include "base/utf8.hpp"
#include "text/position.hpp"
#include "text/screen/plain_lines.hpp"
#include "vt/scan.hpp"

namespace termhost::text {
namespace {

bool is_printable_ascii(std::string_view text) {
  const char* const end = text.data() + text.size();
  return vt::skip_printable_ascii(text.data(), end) == end;
}

std::size_t code_points(std::string_view text) {
  if (is_printable_ascii(text)) return text.size();
  return text.size() - static_cast<std::size_t>(std::count_if(text.begin(), text.end(), base::is_utf8_continuation));
}

void put_text(Row& row, std::string_view text) {
  if (is_printable_ascii(text)) return row.write_ascii(0, text.data(), static_cast<int>(text.size()), 0);
  for (int column = 0; !text.empty(); ++column) {
    const base::Decoded decoded = base::decode_utf8(text);
    row.set(column, make_cell(decoded.code_point, 1, 0));
    text.remove_prefix(decoded.taken);
  }
}

}  // namespace

void Scrollback::keep(const Row& row, bool goes_on) {
  append_text(row, text_);
  if (text_.ends_with(' ')) blanks_until_ = text_.size() + 1;
  if (!goes_on) text_ += '\n';
}

void Scrollback::keep(const PlainLines& lines, int rows, std::string& out) {
  const std::size_t leaving = lines.all_but(static_cast<std::size_t>(rows));
  const std::size_t blanks_until = lines.blanks_until();
  if (leaving > 0) {
    write_text(text_.size(), out);
    writer_.write_lines(lines.text().substr(0, leaving), std::min(blanks_until, leaving), out);
  }
  if (blanks_until > leaving) blanks_until_ = text_.size() + blanks_until - leaving;
  text_.append(lines.text().substr(leaving));
  trim(rows, out);
}

void Scrollback::take_back(Row& row) {
  const std::string_view line = last_line();
  const auto width = static_cast<std::size_t>(row.columns());
  const auto rows_above = static_cast<std::size_t>(rows_of(code_points(line), row.columns()) - 1);
  const std::size_t above = column_prefix(line, width * rows_above).size();
  put_text(row, line.substr(above));
  row.wrapped = rows_above > 0;
  text_.resize(text_.size() - 1 - line.size() + above);
  if (!row.wrapped) return;
  text_ += '\n';
  if (text_[text_.size() - 2] == ' ') blanks_until_ = text_.size();
}

void Scrollback::leave(Row& row, const ClusterPool& clusters, std::string& out) {
  leave_text(row.columns(), out);
  settle(&row, clusters, out);
  std::swap(held_, row);
  holds_row_ = true;
}

void Scrollback::leave_text(int columns, std::string& out) {
  if (text_.empty()) return;
  held_ = Row(columns);
  take_back(held_);
  holds_row_ = true;
  if (held_.wrapped) {
    text_.pop_back();
    write_text(text_.rfind('\n') + 1, out);
    writer_.write_open_line(std::exchange(text_, {}), out);
  }
  write_text(text_.size(), out);
}

void Scrollback::settle(const Row* next, const ClusterPool& clusters, std::string& out) {
  if (std::exchange(holds_row_, false)) writer_.write_row(held_, next, clusters, out);
}

/// The last line, without its LF.
std::string_view Scrollback::last_line() const {
  const std::string_view text(text_.data(), text_.size() - 1);
  return text.substr(text.rfind('\n') + 1);
}

/// The first bytes of the text, whole lines, leave for good.
void Scrollback::write_text(std::size_t size, std::string& out) {
  writer_.write_lines(std::string_view(text_).substr(0, size), std::min(blanks_until_, size), out);
  blanks_until_ -= std::min(blanks_until_, size);
  text_.erase(0, size);
}

/// Keeps the text short: its first lines have left the screen.
void Scrollback::trim(int rows, std::string& out) {
  constexpr std::size_t kept = std::size_t{8} << 10;
  if (text_.size() < std::max(kept, 2 * trimmed_size_)) return;
  std::size_t end = text_.size();
  for (int row = 0; row < rows && end > 1; ++row) end = text_.rfind('\n', end - 2) + 1;
  write_text(end > 1 ? end : 0, out);
  trimmed_size_ = text_.size();
}

}  // namespace termhost::text
