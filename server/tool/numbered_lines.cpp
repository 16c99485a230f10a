#include "tool/numbered_lines.hpp"

#include <algorithm>

#include "base/utf8.hpp"

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

std::vector<NumberedLine> split_lines(std::string_view text, std::uint64_t first) {
  std::vector<NumberedLine> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back({.number = first++, .text = std::string(text.substr(0, end))});
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

}  // namespace termhost::tool
