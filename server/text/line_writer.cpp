#include "text/line_writer.hpp"

#include <algorithm>

#include "vt/utf8.hpp"

namespace termhost::text {
namespace {

/// Whether the cells [0, end) are all printable ASCII or empty.
bool is_ascii(const Row& row, int end) {
  constexpr Cell variable = 0x7f | protected_flag;
  Cell difference = 0;
  for (int column = 0; column < end; ++column) difference |= row[column] ^ empty_cell();
  return (difference & ~variable) == 0;
}

void append_ascii(const Row& row, int end, std::string& out) {
  const std::size_t start = out.size();
  out.resize(start + static_cast<std::size_t>(end));
  char* const to = out.data() + start;
  for (int column = 0; column < end; ++column) {
    const auto character = static_cast<unsigned char>(row[column] & 0x7f);
    to[column] = static_cast<char>(std::max<unsigned char>(character, ' '));
  }
}

void append_cells(const Row& row, int end, const ClusterPool& clusters, std::string& out) {
  for (int column = 0; column < end; column += std::max(1, row.width_at(column))) {
    const Cell cell = row[column];
    if ((cell & cluster_flag) != 0) {
      for (const char32_t character : clusters[cell]) vt::append_utf8(character, out);
    } else {
      vt::append_utf8(has_content(cell) ? cell & character_mask : U' ', out);
    }
  }
}

/// The column where the text of a row ends that is continued by `next`. A wide character that did not fit leaves one
/// empty cell behind, which is no blank of the text.
int continued_length(const Row& row, const Row& next) {
  const int columns = row.columns();
  const bool early = !has_content(row[columns - 1]) && next.width_at(0) == 2;
  return early ? columns - 1 : columns;
}

}  // namespace

bool LineWriter::write_row(const Row& row, const Row* next, const ClusterPool& clusters, std::string& out) {
  const bool continues = next != nullptr && next->wrapped;
  const int end = continues ? continued_length(row, *next) : std::min(row.trimmed_length(), row.columns());
  const int used = std::min(end, row.used());
  row_text_.clear();
  if (is_ascii(row, used)) {
    append_ascii(row, used, row_text_);
  } else {
    append_cells(row, used, clusters, row_text_);
  }
  append(row_text_, out);
  open_ = continues;
  if (continues) {
    blanks_ += static_cast<std::size_t>(end - used);
    return false;
  }
  return end_line(out);
}

void LineWriter::write_line(std::string_view line, std::string& out) {
  append(line, out);
  end_line(out);
}

void LineWriter::append(std::string_view text, std::string& out) {
  const std::size_t length = text.find_last_not_of(' ') + 1;
  if (length > 0) {
    out.append(blank_lines_, '\n');
    out.append(blanks_, ' ');
    out.append(text.substr(0, length));
    blank_lines_ = blanks_ = 0;
    in_line_ = true;
  }
  blanks_ += text.size() - length;
}

bool LineWriter::end_line(std::string& out) {
  blanks_ = 0;
  open_ = false;
  if (!in_line_) {
    ++blank_lines_;
    return false;
  }
  out += '\n';
  in_line_ = false;
  return true;
}

void LineWriter::end_open_line(std::string& out) {
  if (open_) end_line(out);
}

}  // namespace termhost::text
