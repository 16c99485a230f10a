// What a program that runs the project's code may be told: `pytest`, `npx vitest`, whose every option is that code's.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "approval/known.hpp"
#include "approval/paths.hpp"

namespace termhost::approval {

/// Why `word` of the program `name` is more than the project's business: it leads out of the workspace or into git's
/// own, or its option runs, reaches or removes something else.
[[nodiscard]] std::optional<std::string> trusted_objection(std::string_view word, std::string_view name,
                                                           const ReadablePlaces& places);

/// Rust's own harness writes a file where what follows `cargo test --` says.
[[nodiscard]] bool tells_harness_to_write(Words rest);

}  // namespace termhost::approval
