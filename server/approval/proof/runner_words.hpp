// Words of a program that runs, checks or builds code of the project: `pytest`, `npx vitest`. Its operands are that
// code; its options have rows (server/approval/tables/runners).
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "approval/programs/program_table.hpp"
#include "approval/proof/word_proof.hpp"

namespace termhost::approval {

struct Runner {
  const Program& program;
  std::string_view name;
  const ProofContext& context;
};

struct RunnerOption {
  std::size_t words = 1;            ///< the option, and its argument where that is the next one
  const Program* module = nullptr;  ///< gets the next words: `coverage run -m pytest`
  std::string name = {};            ///< of the module
};
/// Reports a problem with the word at a place.
using ObjectTo = std::function<void(std::size_t at, std::string reason)>;

/// Reads the option at `at`: checks that it is known to be harmless, and that its argument belongs to the project.
[[nodiscard]] RunnerOption read_runner_option(Words words, std::size_t at, const Runner& runner,
                                              const ObjectTo& object);

/// The reason why `text` is not the project's business: it leads out of the workspace or into git's own files, it is
/// known only at run time, or it has code or options.
[[nodiscard]] Objection outside_project_objection(std::string_view text, const Runner& runner);

/// The runner in a rule such as `python3 -m pytest`: it may have the words that `pytest` may have. nullptr: there is
/// none.
[[nodiscard]] const Program* spelled_runner(Words words, const Program& program, const ProofContext& context);

/// Rust's own harness writes a file where what follows `cargo test --` says.
[[nodiscard]] bool tells_harness_to_write(Words rest);

}  // namespace termhost::approval
