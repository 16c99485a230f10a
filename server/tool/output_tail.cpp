#include "tool/output_tail.hpp"

#include <algorithm>

#include "text/position.hpp"

namespace termhost::tool {
namespace {

/// The end of the artifact; empty where it can't be read.
std::string read_tail(ArtifactSource& artifacts, const base::TaskId& task, const std::string& id, std::uint64_t limit) {
  const auto artifact = artifacts.open_artifact(task, id);
  if (!artifact) return {};
  const std::uint64_t size = (*artifact)->size();
  const std::uint64_t begin = size - std::min(size, limit);
  std::string text(static_cast<std::size_t>(size - begin), '\0');
  std::size_t filled = 0;
  while (filled < text.size()) {
    const auto count = (*artifact)->read(begin + filled, std::span(text).subspan(filled));
    if (!count || *count == 0) break;
    filled += *count;
  }
  text.resize(filled);
  return text;
}

}  // namespace

OutputTail output_tail(const terminal::OutputSnapshot& snapshot, ArtifactSource* artifacts, const base::TaskId& task,
                       std::uint64_t limit) {
  std::string text = snapshot.text;
  if (snapshot.whole() && text.size() + 1 == snapshot.total_bytes) text += '\n';  // which a whole snapshot leaves out
  if (!snapshot.whole() && snapshot.artifact_id && artifacts != nullptr) {
    // One character more than asked for, so that a cut within it is seen as one.
    std::string tail = read_tail(*artifacts, task, *snapshot.artifact_id, limit + 4);
    if (!tail.empty()) text = std::move(tail);
  }
  OutputTail result;
  result.text = text::code_point_suffix(text, static_cast<std::size_t>(std::min<std::uint64_t>(limit, text.size())));
  result.truncated = result.text.size() < snapshot.total_bytes;
  return result;
}

}  // namespace termhost::tool
