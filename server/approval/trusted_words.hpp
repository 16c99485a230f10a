// What a program that runs the project's code may be told: `pytest`, `npx vitest`. Its operands are that code's.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "approval/known.hpp"
#include "approval/paths.hpp"
#include "approval/program_table.hpp"

namespace termhost::approval {

/// What the row of `runner`, or that of all of them, says of an option.
struct RunnerOption {
  bool harmless = false;
  bool takes_next = false;  ///< the word behind it is its argument
};
/// `next`: the word behind it, empty where it is none of its.
[[nodiscard]] RunnerOption runner_option(const Program& runner, std::string_view option, std::string_view next);
/// `--cov` of `--cov=src`.
[[nodiscard]] std::string_view option_name(std::string_view option);

/// Why `word` of the program `name` is more than the project's business: it leads out of the workspace or into git's
/// own, or only the run knows where.
[[nodiscard]] std::optional<std::string> trusted_objection(std::string_view word, std::string_view name,
                                                           const ReadablePlaces& places);

/// Rust's own harness writes a file where what follows `cargo test --` says.
[[nodiscard]] bool tells_harness_to_write(Words rest);

}  // namespace termhost::approval
