// Settings of git that name programs, and the places on its command line that set them.
#pragma once

#include <span>
#include <vector>

#include "approval/unwrap.hpp"

namespace termhost::approval {

/// `git -c`, `git clone -c`, `git config`: the code that the setting would run.
void read_git_config(std::span<const shell::ShellWord> words, std::vector<NestedCommand>& found);

}  // namespace termhost::approval
