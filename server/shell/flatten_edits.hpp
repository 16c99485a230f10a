// Pieces that the flatteners share: replacing parts of a text, and the results.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shell/flatten.hpp"
#include "shell/syntax.hpp"

namespace termhost::shell {

struct Edit {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::string text;
};

/// One edit for each layout item: "; ", a blank, or nothing.
void add_layout_edits(const SyntaxTree& tree, std::vector<Edit>& edits);

/// The part of the source from `begin` to `end` with edits in any order; one that lies inside another's range is left
/// out.
[[nodiscard]] std::string apply_edits(std::string_view source, std::vector<Edit>& edits, std::uint32_t begin,
                                      std::uint32_t end);

[[nodiscard]] Flattened unchanged(std::string_view source);
[[nodiscard]] Flattened bypassed(std::string_view source, const SyntaxError& error);
[[nodiscard]] Flattened flattened(std::string line, FlattenForm form);

}  // namespace termhost::shell
