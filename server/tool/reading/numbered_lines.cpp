#include "tool/reading/numbered_lines.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "text/position.hpp"

namespace termhost::tool {
namespace {

constexpr std::string_view nul_symbol = "\u2400";

std::string printable(std::string_view line) {
  std::string text = base::well_formed(line);
  for (std::size_t at = text.find('\0'); at != std::string::npos; at = text.find('\0', at)) {
    text.replace(at, 1, nul_symbol);
  }
  return text;
}

}  // namespace

std::string format_lines(const std::vector<NumberedLine>& lines) {
  if (lines.empty()) return {};
  const std::size_t width = std::to_string(lines.back().number).size();
  std::string text;
  for (const NumberedLine& line : lines) {
    if (line.after_gap) text += "--\n";
    const std::string number = std::to_string(line.number);
    text.append(width - std::min(width, number.size()), ' ') += number;
    text += line.context ? " - " : " | ";
    text += printable(line.text);
    text += '\n';
  }
  return text;
}

std::vector<NumberedLine> split_lines(std::string_view text, std::uint64_t first, const text::Secrets* secrets) {
  std::vector<NumberedLine> lines;
  while (!text.empty()) {
    std::size_t end = text.find('\n');
    while (secrets != nullptr && end != std::string_view::npos && text::hides_line_end(text, end))
      end = text.find('\n', end + 1);
    const std::size_t bytes = std::min(end, text.size() - 1) + 1;
    std::string line(text.substr(0, end));
    if (secrets != nullptr) line = text::labelled(std::move(line), secrets->names()).text;
    const std::uint64_t count = std::max<std::uint64_t>(1, text::count_line_ends(text.substr(0, bytes)));
    lines.push_back({.number = first, .text = std::move(line), .bytes = bytes, .lines = count});
    first += count;
    text.remove_prefix(bytes);
  }
  return lines;
}

}  // namespace termhost::tool
