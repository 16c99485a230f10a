// Pieces that the flatteners share: replacing parts of a text, and the results.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shell/flatten/flatten.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell {

struct Edit {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::string text;
};

/// The part of a text from `begin` to `end` with its layout, in rising order, replaced by "; ", a blank, or nothing,
/// and with edits in any order; what lies inside another's range is left out.
[[nodiscard]] std::string apply_edits(std::string_view text, std::span<const Layout> layout, std::vector<Edit> edits,
                                      std::uint32_t begin, std::uint32_t end);

[[nodiscard]] Flattened unchanged(std::string_view source);
[[nodiscard]] Flattened bypassed(std::string_view source, const SyntaxError& error);
[[nodiscard]] Flattened flattened(std::string line, FlattenForm form);
/// A result of form `tokens`; a line without any command becomes `nothing`.
[[nodiscard]] Flattened joined(std::string line, std::string_view nothing);

}  // namespace termhost::shell
