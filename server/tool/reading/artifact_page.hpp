// A contiguous part of an artifact with the numbers of its lines. Its secrets are masked (see
// text/secrets/masked_text.hpp), also those that begin before the part or end after it.
#pragma once

#include <cstdint>
#include <string>

#include "text/position.hpp"
#include "text/secrets/secrets.hpp"
#include "tool/reading/artifact_source.hpp"

namespace termhost::tool {

template <class T>
using ReadResult = base::Expected<T, terminal::StoreError>;

/// The place of `offset`: counts the line ends before it, from the last place that is known.
[[nodiscard]] ReadResult<text::Position> locate(ArtifactReader& artifact, std::uint64_t offset);

/// Up to `size` bytes; fewer at the end of the artifact and before its dropped part.
[[nodiscard]] ReadResult<std::string> read_text(ArtifactReader& artifact, std::uint64_t offset, std::uint64_t size);

/// Reads like read_text, and masks; `secrets`: null: nothing is masked.
[[nodiscard]] ReadResult<std::string> read_masked(ArtifactReader& artifact, std::uint64_t offset, std::uint64_t size,
                                                  const text::Secrets* secrets);

struct ArtifactPage {
  text::Position begin;
  std::string text;  ///< masked; begins and ends at code-point borders where it is UTF-8
};

/// `offset` is not in the dropped part. `limit`: bytes with labels in the place of secrets; at least one code point is
/// taken.
[[nodiscard]] ReadResult<ArtifactPage> read_page(ArtifactReader& artifact, std::uint64_t offset, std::uint64_t limit,
                                                 const text::Secrets* secrets);

}  // namespace termhost::tool
