// Reads a program's options; a table tells which of them take an argument.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {

struct OptionTable {
  std::string_view short_args;  ///< letters
  std::string_view long_args;   ///< names, blank-separated
};

/// One option as written, with its argument where it takes one.
struct Option {
  std::size_t at = 0;        ///< the word it is in
  char letter = 0;           ///< of a short option; 0 for a long one
  std::string_view name;     ///< of a long one, without dashes
  bool single_dash = false;  ///< `-name`, one word read as a whole; its letters follow one by one
  std::optional<std::string> argument;
  std::size_t argument_at = 0;
};

/// May the word be an option, as far as it is known? `-` alone is none.
[[nodiscard]] bool may_be_option(const shell::ShellWord& word);
/// The word, or one that it becomes, may be read as an option where the program's words are proven.
[[nodiscard]] bool may_be_read_as_option(const shell::ShellWord& word);
/// True if the start of the word is only known at run time.
[[nodiscard]] bool unknown_start(const shell::ShellWord& word);

/// Tells `visit` each option in the word at `at` and returns how many words it takes, its argument included. 0: no
/// option.
std::size_t read_option(std::span<const shell::ShellWord> words, std::size_t at, const OptionTable& table,
                        const std::function<void(const Option&)>& visit);

/// GNU programs take any prefix of a long option's name that leaves no doubt.
[[nodiscard]] bool abbreviates(std::string_view written, std::string_view names);

}  // namespace termhost::approval
