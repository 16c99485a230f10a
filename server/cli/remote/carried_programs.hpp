// The programs of this machine that can be sent to another one.
#pragma once

#include <vector>

#include "cli/remote/bootstrap.hpp"

namespace termhost::cli {

/// For each kind of machine: the file `termhost-KIND` in the folder of this program, or this program itself, if it is
/// of that kind. It proves there that it runs.
[[nodiscard]] std::vector<CarriedProgram> carried_programs();

/// The content of one; empty if it can no longer be read.
[[nodiscard]] std::string content_of(const CarriedProgram& program);

}  // namespace termhost::cli
