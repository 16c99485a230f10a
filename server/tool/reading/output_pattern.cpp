#include "tool/reading/output_pattern.hpp"

#include "base/utf8.hpp"
#include "tool/reading/artifact_page.hpp"

namespace termhost::tool {
namespace {

constexpr std::size_t longest_line = 200;                    // of the reported line
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

void OutputPattern::read(ArtifactReader& artifact, std::uint64_t offset, const text::Secrets* secrets) {
  while (!found_) {
    const auto dropped = artifact.dropped();
    if (dropped && offset >= dropped->begin && offset < dropped->end) offset = dropped->end;
    const auto lines = read_masked(artifact, offset, longest_known, secrets);
    if (!lines) break;
    const std::size_t whole = lines->rfind('\n') + 1;
    if (whole == 0 && lines->size() < longest_known) break;
    const std::size_t taken = whole > 0 ? whole : lines->size();
    offset += taken;
    const std::string_view some = std::string_view(*lines).substr(0, taken);
    read(secrets != nullptr ? text::labelled(std::string(some), secrets->names()).text : some);
  }
}

}  // namespace termhost::tool
