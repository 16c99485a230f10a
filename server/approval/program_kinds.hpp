// What a program is, by its name: whether what it is given may be code, and whether a rule for it may ever be offered.
#pragma once

#include <string_view>

namespace termhost::approval {

/// `python3.11` is python, `perl5.36` perl, `gcc-12` gcc.
[[nodiscard]] std::string_view without_version(std::string_view name);

/// A shell, an interpreter under any version (`python3.11`, `pypy3`), or what takes commands that run programs: an
/// editor, a pager, a debugger, a client of a database or of another machine.
[[nodiscard]] bool takes_commands(std::string_view program);

/// Too wide to be remembered whatever follows its name: what takes commands, runs or installs others, destroys, talks
/// to the net, or writes any file it is told to.
[[nodiscard]] bool is_too_wide(std::string_view program);

}  // namespace termhost::approval
