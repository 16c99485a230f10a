// Reads the words of a program: its options with their arguments, and its operands. The program's rows say which
// options take an argument (`options_of`).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "approval/programs/option_table.hpp"
#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {

/// One option as written, with its argument where it takes one.
struct Option {
  std::size_t at = 0;        ///< the word it is in
  char letter = 0;           ///< of a short option; 0 for a long one
  std::string_view name;     ///< of a long one, without dashes, perhaps shortened
  bool single_dash = false;  ///< `-name`, one word read as a whole; its letters follow one by one if no row has it
  std::optional<std::string> argument;
  std::size_t argument_at = 0;
  const OptionRow* row = nullptr;  ///< nullptr: no row knows it
  std::uint32_t effects = 0;       ///< of all options that it may mean

  /// One of these letters, or of these names, separated by blanks.
  [[nodiscard]] bool is(std::string_view letters, std::string_view names) const;
  [[nodiscard]] bool has(std::uint32_t effect) const { return (effects & effect) != 0; }
  /// The row knows it by its whole name as harmless.
  [[nodiscard]] bool is_known() const { return row != nullptr && row->harmless && (letter != 0 || row->name == name); }
};

/// The word, or one that it becomes, may be read as an option where the program's words are proven.
[[nodiscard]] bool may_be_read_as_option(const shell::ShellWord& word);
/// True if the start of the word is only known at run time.
[[nodiscard]] bool unknown_start(const shell::ShellWord& word);

/// Tells `visit` each option in the word at `at` and returns how many words it takes, its argument included. 0: no
/// option.
std::size_t read_option(std::span<const shell::ShellWord> words, std::size_t at, const OptionTable& table,
                        const std::function<void(const Option&)>& visit);

/// All words of a program that takes options in any place.
struct Invocation {
  std::vector<Option> options;
  std::vector<std::size_t> operands;  ///< places of words
  std::vector<std::size_t> unknown;   ///< places of words that may be one or the other
  std::size_t certain = 0;            ///< the place of the first word that may mean more than it says
};
/// `-` is an operand, and so is each word after `--`. A word that only the run knows as a whole is neither an option
/// nor an operand.
[[nodiscard]] Invocation read_invocation(std::span<const shell::ShellWord> words, const OptionTable& table);

}  // namespace termhost::approval
