// The results of a `find` command, from its words: the folders of the files, and the endings of their names.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "approval/programs/program_match.hpp"

namespace termhost::approval {

/// Endings of names; nullopt: any.
using Endings = std::optional<std::vector<std::string>>;

struct FindResults {
  std::vector<std::string> folders;         ///< starts of the search, with a `/`, maybe with unknown parts; empty: any
  Endings printed;                          ///< of the printed names
  bool only_names = false;                  ///< it prints names, and runs nothing that may print
  std::map<std::size_t, Endings> commands;  ///< by the place of an `-exec`: of its names
};
[[nodiscard]] FindResults find_results(Words words);

/// The text of each name, with one unknown part, which reaches into folders below. One that is unknown altogether if
/// there are too many.
[[nodiscard]] std::vector<std::string> name_patterns(const std::vector<std::string>& folders, const Endings& endings);

/// `*.ts`: `.ts`. What follows its last unknown part.
[[nodiscard]] std::optional<std::string> ending_of(std::string_view pattern);

}  // namespace termhost::approval
