// The reason, for the user, why a word is not covered by a rule: its true effect, if that is known.
#pragma once

#include <string>
#include <string_view>

namespace termhost::approval {

/// "`-delete` of `find` deletes files"
[[nodiscard]] std::string describe_option(std::string_view program, std::string_view option);
[[nodiscard]] std::string describe_argument(std::string_view program, std::string_view option, std::string_view word);
[[nodiscard]] std::string describe_operand(std::string_view program, std::string_view word);

}  // namespace termhost::approval
