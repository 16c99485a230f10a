// Programs whose arguments are programs of their own, small enough to be read: awk, sed, make.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "approval/escape_hatches.hpp"

namespace termhost::approval {

/// What an awk program does besides computing: system(), pipes, redirections, extensions. Empty: nothing.
[[nodiscard]] std::string awk_concern(std::string_view program);
/// The same for a sed script: e, w, s///e, s///w. A script that cannot be read is a concern too.
[[nodiscard]] std::string sed_concern(std::string_view script);

void find_awk_concerns(std::span<const shell::ShellWord> words, std::vector<Concern>& found);
void find_sed_concerns(std::span<const shell::ShellWord> words, std::vector<Concern>& found);
/// Variables given on the command line are commands to make: SHELL=, CC=.
void find_make_concerns(std::span<const shell::ShellWord> words, std::vector<Concern>& found);

}  // namespace termhost::approval
