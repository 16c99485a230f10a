// Settings in the words of git, ssh and apt, some of which are programs.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "approval/nested/unwrap.hpp"

namespace termhost::approval {

/// The code that the program would run because of `NAME=VALUE`, the argument of an option in the word `at`.
void add_setting(std::string_view program, std::string_view setting, std::size_t at, std::vector<NestedCommand>& found);

/// `git config [options] key value`, also in its newer form `git config set key value`.
void read_git_config(std::span<const shell::ShellWord> words, std::vector<NestedCommand>& found);

}  // namespace termhost::approval
