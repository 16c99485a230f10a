#include "text/preview/preview_lines.hpp"

#include <fmt/format.h>

#include "base/number_text.hpp"

namespace termhost::text {
namespace {

std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n') + 1); }

std::string mark(const Gap& gap, bool folded) {
  return fmt::format("[… {} bytes, {} lines omitted{}; read_command_output offset={} …]", base::grouped(gap.bytes),
                     base::grouped(gap.lines), folded ? ": the line above again" : "", gap.offset);
}

/// How many bytes at the start of `text` are copies of `line`, itself counted.
std::size_t run_length(std::string_view text, std::string_view line) {
  std::size_t length = line.size();
  while (text.substr(length).starts_with(line)) length += line.size();
  return length;
}

class Assembler {
 public:
  void show(const PreviewLine& line) {
    out_.text += line.text;
    shown_ = advance(line.begin, line.text);
    folded_until_ = line.folded ? line.end : 0;
  }

  void skip_to(Position to, bool line_start) {
    if (to.offset <= shown_.offset) return;
    const bool folded = folded_until_ == to.offset;
    const bool within_line = !out_.text.empty() && out_.text.back() != '\n';
    if (within_line && line_start) {  // the line end that the gap ends with is shown, so that the mark has its own line
      out_.text += '\n';
      to = {to.offset - 1, to.lines - 1};
      if (to.offset == shown_.offset) return;
    }
    const Gap gap{shown_.offset, to.offset - shown_.offset, to.lines - shown_.lines};
    out_.text += mark(gap, folded);
    if (!within_line || line_start) out_.text += '\n';
    out_.omitted.push_back(gap);
  }

  [[nodiscard]] PreviewText finish() && { return std::move(out_); }

 private:
  PreviewText out_;
  Position shown_;
  std::uint64_t folded_until_ = 0;
};

}  // namespace

std::vector<PreviewLine> preview_lines(Window window, std::size_t columns, std::size_t mark_bytes) {
  std::vector<PreviewLine> lines;
  Position at = window.position;
  std::string_view rest = window.text;
  bool line_start = window.line_start;
  while (!rest.empty()) {
    const std::string_view line = first_line(rest).empty() ? rest : first_line(rest);
    const bool cut = line_start && column_prefix(line, columns + 1).size() < line.size();
    const std::size_t run = line.back() == '\n' ? run_length(rest, line) : line.size();
    const bool folded = run - line.size() > mark_bytes;
    const std::string_view covered = rest.substr(0, folded ? run : line.size());
    lines.push_back({.begin = at,
                     .end = at.offset + covered.size(),
                     .text = cut ? column_prefix(line, columns) : line,
                     .line_start = line_start,
                     .folded = folded && !cut});
    at = advance(at, covered);
    rest.remove_prefix(covered.size());
    line_start = true;
  }
  return lines;
}

std::size_t widest_mark(Position end) { return mark({end.offset, end.offset, end.lines}, true).size() + 1; }

PreviewText assemble(const std::vector<PreviewLine>& lines, Position end, bool ends_with_line_end) {
  Assembler assembler;
  for (const PreviewLine& line : lines) {
    assembler.skip_to(line.begin, line.line_start);
    assembler.show(line);
  }
  assembler.skip_to(end, ends_with_line_end);
  return std::move(assembler).finish();
}

}  // namespace termhost::text
