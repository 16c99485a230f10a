// The results of a `find` command, from its words: the folders of the files, and the endings of their names.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "approval/known.hpp"

namespace termhost::approval {

/// Endings of names; nullopt: any.
using Endings = std::optional<std::vector<std::string>>;

struct FoundNames {
  std::vector<std::string> folders;         ///< where it begins, with a `/`, maybe with unknown parts; empty: anywhere
  Endings printed;                          ///< of what it prints
  bool only_names = false;                  ///< it prints names, and runs nothing that may print
  std::map<std::size_t, Endings> commands;  ///< by place of an `-exec`: of what that is run for
};
[[nodiscard]] FoundNames found_names(Words words);

/// The text of each name, with one unknown part, which reaches into folders below. One that is unknown altogether if
/// there are too many.
[[nodiscard]] std::vector<std::string> name_patterns(const std::vector<std::string>& folders, const Endings& endings);

/// `*.ts`: `.ts`. What follows its last unknown part.
[[nodiscard]] std::optional<std::string> ending_of(std::string_view pattern);

}  // namespace termhost::approval
