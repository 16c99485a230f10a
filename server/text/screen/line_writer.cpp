#include "text/screen/line_writer.hpp"

#include <algorithm>
#include <utility>

#include "base/utf8.hpp"

namespace termhost::text {
namespace {

char plain_character(Cell cell) {
  return static_cast<char>(std::max<unsigned char>(static_cast<unsigned char>(cell & 0x7f), ' '));
}

/// The end of the written text of some cells.
struct Written {
  char* end = nullptr;
  int column = 0;  ///< one past the last cell asked for where that one is wide
};

/// Into `to`, which has room.
Written write_plain(const Row& row, int end, char* to) {
  const Cell* const cells = row.data();
  for (int column = 0; column < end; ++column) to[column] = plain_character(cells[column]);
  return {to + end, end};
}

Written write_cells(const Row& row, int end, const ClusterPool& clusters, char* to) {
  int column = 0;
  while (column < end) {
    const Cell cell = row[column];
    if (is_plain(cell)) {
      *to++ = plain_character(cell);
      ++column;
      continue;
    }
    if ((cell & cluster_flag) != 0) {
      for (const char32_t character : clusters[cell]) to = base::write_utf8(character, to);
    } else {
      to = base::write_utf8(has_content(cell) ? cell & character_mask : U' ', to);
    }
    column += std::max(1, width_of(cell));
  }
  return {to, column};
}

/// At most this many bytes are the text of the cells [0, end).
std::size_t text_room(const Row& row, int end, const ClusterPool& clusters) {
  if (row.plain()) return static_cast<std::size_t>(end);
  std::size_t characters = static_cast<std::size_t>(end);
  for (int column = 0; column < end && !clusters.empty(); ++column) {
    if ((row[column] & cluster_flag) != 0) characters += clusters[row[column]].size();
  }
  return characters * base::max_utf8_length;
}

/// The column where the text of a row ends that is continued by `next`. A wide character that did not fit leaves one
/// empty cell, which is not a blank of the text.
int continued_length(const Row& row, const Row& next) {
  const int columns = row.columns();
  const bool early = !has_content(row[columns - 1]) && next.width_at(0) == 2;
  return early ? columns - 1 : columns;
}

}  // namespace

void append_text(const Row& row, std::string& out) {
  const std::size_t before = out.size();
  const auto used = static_cast<std::size_t>(row.used());
  out.resize(before + used * (row.plain() ? 1 : base::max_utf8_length));
  char* to = out.data() + before;
  if (row.plain()) {
    write_plain(row, row.used(), to);
    return;
  }
  for (int column = 0; column < row.used(); ++column) to = base::write_utf8(row[column] & character_mask, to);
  out.resize(static_cast<std::size_t>(to - out.data()));
}

bool LineWriter::write_row(const Row& row, const Row* next, const ClusterPool& clusters, std::string& out) {
  const bool continues = next != nullptr && next->wrapped;
  const int end = continues ? continued_length(row, *next) : std::min(row.trimmed_length(), row.columns());
  const int used = std::min(end, row.used());
  const std::size_t room = text_room(row, used, clusters);
  if (row_text_.size() < room) row_text_.resize(room);
  char* const text = row_text_.data();
  const Written written = row.plain() ? write_plain(row, used, text) : write_cells(row, used, clusters, text);
  append({text, written.end}, out);
  open_ = continues;
  if (continues) {
    blanks_ += static_cast<std::size_t>(std::max(0, end - written.column));
    return false;
  }
  return end_line(out);
}

void LineWriter::write_lines(std::string_view lines, std::size_t blanks_until, std::string& out) {
  while (blanks_until > 0) {
    const std::size_t line_end = lines.find('\n');
    write_line(lines.substr(0, line_end), out);
    lines.remove_prefix(line_end + 1);
    blanks_until -= std::min(blanks_until, line_end + 1);
  }
  const std::size_t text_end = lines.find_last_not_of('\n') + 1;
  if (text_end > 0) {
    out.append(std::exchange(blank_lines_, 0), '\n');
    out.append(lines.substr(0, text_end + 1));
    lines.remove_prefix(text_end + 1);
  }
  blank_lines_ += lines.size();
}

void LineWriter::write_open_line(std::string_view text, std::string& out) {
  append(text, out);
  open_ = true;
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
