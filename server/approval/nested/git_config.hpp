// The places on git's command line that set settings, some of which are programs.
#pragma once

#include <span>
#include <vector>

#include "approval/nested/unwrap.hpp"

namespace termhost::approval {

/// `git -c`, `git clone -c`, `git config`: the code that the setting would run.
void read_git_config(std::span<const shell::ShellWord> words, std::vector<NestedCommand>& found);

}  // namespace termhost::approval
