#include "text/secrets/hidden_screen.hpp"

#include <algorithm>

#include "base/utf8.hpp"

namespace termhost::text {
namespace {

/// Characters that are wider than a column fill a row with fewer.
bool is_full(std::string_view row, int columns) {
  std::size_t width = 0;
  for (const char c : row) width += base::is_utf8_continuation(c) ? 0 : base::utf8_length(c) > 2 ? 2 : 1;
  return columns > 0 && width >= static_cast<std::size_t>(columns) && width > 0;
}

/// Rows as one text: without the line ends of those that are full, whose places in it `joints` are.
struct Joined {
  std::string text;
  std::vector<std::size_t> joints;

  /// The place in the rows with all their line ends.
  [[nodiscard]] std::uint64_t place(std::uint64_t at, bool end) const {
    const auto before = [&](std::size_t joint) { return end ? joint < at : joint <= at; };
    return at + static_cast<std::uint64_t>(std::count_if(joints.begin(), joints.end(), before));
  }
};

Joined joined(const std::vector<std::string>& rows, int columns) {
  Joined all;
  for (const std::string& row : rows) {
    all.text += row;
    if (is_full(row, columns))
      all.joints.push_back(all.text.size());
    else
      all.text += '\n';
  }
  return all;
}

}  // namespace

std::vector<std::string> hide_in_rows(const Secrets& secrets, std::vector<std::string> rows, int columns) {
  std::vector<SecretSpan> spans, over_rows;
  std::string text;
  for (const std::string& row : rows) {  // by itself, as it may be half drawn
    std::vector<SecretSpan> of_row;
    secrets.scan(row, 0, Ending::Cut, of_row);
    for (const SecretSpan& span : of_row) spans.push_back({text.size() + span.offset, span.bytes, span.name});
    text += row + '\n';
  }
  secrets.scan(text, 0, Ending::Cut, spans);
  const Joined all = joined(rows, columns);
  if (!all.joints.empty()) secrets.scan(all.text, 0, Ending::Cut, over_rows);
  for (const SecretSpan& span : over_rows) {
    const std::uint64_t begin = all.place(span.offset, false);
    spans.push_back({begin, all.place(span.end(), true) - begin, span.name});
  }
  std::uint64_t offset = 0;
  for (std::string& row : rows) {
    const std::size_t size = row.size();
    mask(row, offset, spans);
    row = labelled(std::move(row), secrets.names()).text;
    offset += size + 1;
  }
  return rows;
}

std::string hide_on_screen(const Secrets& secrets, std::string_view screen, int columns) {
  std::vector<std::string> rows;
  for (std::string_view rest = screen; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    rows.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  std::string text;
  for (const std::string& row : hide_in_rows(secrets, std::move(rows), columns)) text += row + '\n';
  if (!screen.ends_with('\n') && !text.empty()) text.pop_back();
  return text;
}

}  // namespace termhost::text
