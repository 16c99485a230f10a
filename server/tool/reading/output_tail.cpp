#include "tool/reading/output_tail.hpp"

#include <algorithm>
#include <optional>

#include "text/position.hpp"
#include "tool/reading/artifact_page.hpp"

namespace termhost::tool {
namespace {

/// The end of the artifact, masked; nothing where it can't be read.
std::optional<std::string> read_tail(ArtifactSource& artifacts, const base::TaskId& task, const std::string& id,
                                     std::uint64_t limit, const text::Secrets* secrets) {
  const auto artifact = artifacts.open_artifact(task, id);
  if (!artifact) return std::nullopt;
  const std::uint64_t size = (*artifact)->size();
  const std::uint64_t begin = size - std::min(size, limit);
  auto text = read_masked(**artifact, begin, size - begin, secrets);
  return text && !text->empty() ? std::optional(std::move(*text)) : std::nullopt;
}

}  // namespace

OutputTail output_tail(const terminal::OutputSnapshot& snapshot, ArtifactSource* artifacts, const base::TaskId& task,
                       std::uint64_t limit) {
  OutputTail result{.text = snapshot.text, .truncated = !snapshot.whole()};
  if (snapshot.line_end_cut) result.text += '\n';
  if (!snapshot.whole() && snapshot.artifact_id && artifacts != nullptr) {
    // One character more than asked for, so that a cut within it is seen as one.
    auto tail = read_tail(*artifacts, task, *snapshot.artifact_id, limit + 4, snapshot.secrets.get());
    if (tail) {
      result.truncated = tail->size() < snapshot.total_bytes;
      result.text = std::move(*tail);
      if (snapshot.secrets) result.text = text::labelled(std::move(result.text), snapshot.secrets->names()).text;
    }
  }
  const std::string_view kept = text::code_point_suffix(
      result.text, static_cast<std::size_t>(std::min<std::uint64_t>(limit, result.text.size())));
  result.truncated = result.truncated || kept.size() < result.text.size();
  result.text = kept;
  return result;
}

}  // namespace termhost::tool
