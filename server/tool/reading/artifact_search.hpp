// The lines of an artifact that match: their number, and the first ones after a place, with the lines around them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tool/reading/artifact_page.hpp"
#include "tool/reading/line_matcher.hpp"
#include "tool/reading/numbered_lines.hpp"

namespace termhost::tool {

struct SearchWish {
  std::uint64_t from = 0;   ///< matches in lines that begin before are counted, not shown
  std::uint64_t limit = 0;  ///< bytes of lines to show; one match is always shown, cut if need be
  std::uint64_t context_lines = 0;
};

struct SearchOutcome {
  std::uint64_t total = 0;  ///< matching lines in the whole artifact
  std::uint64_t shown = 0;
  std::vector<NumberedLine> lines;
  std::optional<std::uint64_t> next;  ///< the start of the first match that is not shown
};

/// `secrets`: matched are the lines as they are shown, with labels in the places of secrets; null: as they are.
[[nodiscard]] ReadResult<SearchOutcome> search_artifact(ArtifactReader& artifact, LineMatcher& matcher,
                                                        const SearchWish& wish, const text::Secrets* secrets = nullptr);

}  // namespace termhost::tool
