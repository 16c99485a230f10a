#include "tool/output_pattern.hpp"

#include <vector>

#include "base/utf8.hpp"

namespace termhost::tool {
namespace {

constexpr std::size_t longest_line = 200;  // of what is told
constexpr std::size_t piece_bytes = 64 << 10;
constexpr std::size_t longest_known = std::size_t{1} << 20;  // longer lines are read in pieces

}  // namespace

void OutputPattern::read(std::string_view lines) {
  if (found_) return;
  const std::size_t at = matcher_.find(lines, 0);
  if (at == std::string_view::npos) return;
  found_ = true;
  const std::size_t begin = lines.substr(0, at).rfind('\n') + 1;
  std::string_view line = lines.substr(begin);
  line = line.substr(0, line.find('\n'));
  line_ = base::well_formed(line.substr(0, longest_line));
}

void OutputPattern::read(ArtifactReader& artifact, std::uint64_t offset) {
  std::string lines;
  std::vector<char> block(piece_bytes);
  while (!found_) {
    const auto dropped = artifact.dropped();
    if (dropped && offset >= dropped->begin && offset < dropped->end) offset = dropped->end;
    const auto count = artifact.read(offset, block);
    if (!count || *count == 0) break;
    offset += *count;
    lines.append(block.data(), *count);
    const std::size_t whole = lines.size() < longest_known ? lines.rfind('\n') + 1 : lines.size();
    read(std::string_view(lines).substr(0, whole));
    lines.erase(0, whole);
  }
}

}  // namespace termhost::tool
