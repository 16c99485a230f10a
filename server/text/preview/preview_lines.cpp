#include "text/preview/preview_lines.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/number_text.hpp"

namespace termhost::text {
namespace {

std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n') + 1); }

std::string mark(const Gap& gap) {
  const std::string bytes = base::grouped(gap.bytes) + " bytes", lines = base::grouped(gap.lines) + " lines";
  const bool counted = gap.folded == lines + " of progress";  // they are not reported twice
  const std::string size = counted ? bytes : bytes + ", " + lines;
  const std::string what = gap.folded.empty() ? size + " omitted" : gap.folded + ": " + size;
  return fmt::format("[… {}; read_command_output offset={} …]", what, gap.offset);
}

Gap as_gap(const Fold& fold) {
  return {fold.begin.offset, fold.bytes(), fold.end.lines - fold.begin.lines, in_words(fold.what)};
}

class Assembler {
 public:
  Assembler(const std::vector<Fold>& folds, Position begin) : folds_(folds), shown_(begin) {}

  void show(const PreviewLine& line) {
    out_.text += line.text;
    shown_ = advance(line.begin, line.text);
  }

  void skip_to(Position to, bool line_start) {
    if (to.offset <= shown_.offset) return;
    const bool within_line = !out_.text.empty() && out_.text.back() != '\n';
    if (within_line && line_start) {  // the line end that the gap ends with is shown, so that the mark has its own line
      out_.text += '\n';
      to = {to.offset - 1, to.lines - 1};
      if (to.offset == shown_.offset) return;
    }
    Gap gap = gap_to(to);
    out_.text += mark(gap);
    if (!within_line || line_start) out_.text += '\n';
    out_.omitted.push_back(std::move(gap));
  }

  [[nodiscard]] PreviewText finish() && { return std::move(out_); }

 private:
  [[nodiscard]] Gap gap_to(Position to) const {
    const auto fold = std::lower_bound(folds_.begin(), folds_.end(), shown_.offset,
                                       [](const Fold& f, std::uint64_t offset) { return f.begin.offset < offset; });
    if (fold != folds_.end() && fold->begin == shown_ && fold->end == to) return as_gap(*fold);
    return {shown_.offset, to.offset - shown_.offset, to.lines - shown_.lines, {}};
  }

  const std::vector<Fold>& folds_;
  PreviewText out_;
  Position shown_;
};

}  // namespace

std::vector<PreviewLine> preview_lines(const std::vector<Window>& windows, std::size_t columns) {
  std::vector<PreviewLine> lines;
  std::uint64_t end = windows.empty() ? 0 : windows.front().position.offset;
  for (const Window& window : windows) {
    Position at = window.position;
    bool line_start = window.line_start;
    for (std::string_view rest = window.text; !rest.empty(); line_start = true) {
      const std::string_view line = first_line(rest).empty() ? rest : first_line(rest);
      const bool cut = line_start && column_prefix(line, columns + 1).size() < line.size();
      const std::string_view text = cut ? column_prefix(line, columns) : line;
      const bool follows = at.offset == end;
      end = at.offset + line.size();
      lines.push_back({.begin = at, .end = end, .text = text, .line_start = line_start, .follows = follows});
      at = advance(at, line);
      rest.remove_prefix(line.size());
    }
  }
  return lines;
}

std::size_t widest_mark(Position end, const std::vector<Fold>& folds) {
  std::size_t widest = mark({end.offset, end.offset, end.lines, {}}).size();
  for (const Fold& fold : folds) widest = std::max(widest, mark(as_gap(fold)).size());
  return widest + 1;
}

PreviewText assemble(const std::vector<PreviewLine>& lines, const std::vector<Fold>& folds, const Extent& extent,
                     bool ends_with_line_end) {
  Assembler assembler(folds, extent.begin);
  for (const PreviewLine& line : lines) {
    assembler.skip_to(line.begin, line.line_start);
    assembler.show(line);
  }
  assembler.skip_to(extent.end, ends_with_line_end);
  return std::move(assembler).finish();
}

}  // namespace termhost::text
