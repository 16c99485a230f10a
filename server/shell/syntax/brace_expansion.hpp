// {a,b} and {1..3}, as bash, zsh and ksh expand them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace termhost::shell {

struct BraceLimits {
  std::size_t max = 256;  ///< words
  bool sequences = true;  ///< {1..3}; fish has none
};

/// `active` has one byte per byte of `text`: '1' if it was unquoted. nullopt: too many words, or nested too deep.
[[nodiscard]] std::optional<std::vector<std::string>> expand_braces(std::string_view text, std::string_view active,
                                                                    BraceLimits limits);

}  // namespace termhost::shell
