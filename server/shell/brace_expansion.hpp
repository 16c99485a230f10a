// {a,b} and {1..3}, as bash, zsh and ksh expand them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace termhost::shell {

/// `active` has one byte per byte of `text`: '1' where it stood unquoted. nullopt: more than `max` words, or nested too
/// deep.
[[nodiscard]] std::optional<std::vector<std::string>> expand_braces(std::string_view text, std::string_view active,
                                                                    std::size_t max);

}  // namespace termhost::shell
