// The options of a program: which of them take an argument. Each row of the tables adds to it.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace termhost::approval {

/// The argument of an option.
enum class Takes : std::uint8_t {
  Unknown,   ///< no row knows the option
  Nothing,   ///< it has none
  Attached,  ///< perhaps one, in the same word: `-U3`, `--color=always`
  Argument,  ///< one, in the same word or in the next
};

class OptionSyntax {
 public:
  struct Name {
    std::string_view text;
    Takes takes = Takes::Unknown;
    bool single_dash = false;  ///< written `-name`
  };

  /// The syntax with these letters and names, separated by blanks; each takes an argument.
  [[nodiscard]] static OptionSyntax taking(std::string_view letters, std::string_view names);

  void add_letters(std::string_view letters, Takes takes);
  /// Separated by blanks.
  void add_names(std::string_view names, Takes takes, bool single_dash = false);
  /// Adds the options that only `other` knows.
  void add(const OptionSyntax& other);

  [[nodiscard]] Takes letter(char letter) const;
  /// The option that `--written` means: of this name, or of a longer name that begins so, as getopt_long(3) allows. An
  /// option with an argument comes first. Its text is empty: there is none.
  [[nodiscard]] Name name(std::string_view written) const;
  /// The option that is written `-name`, with all its letters.
  [[nodiscard]] Name word(std::string_view written) const;
  [[nodiscard]] const std::vector<Name>& names() const { return names_; }

 private:
  std::array<Takes, 128> letters_{};
  std::vector<Name> names_;
};

}  // namespace termhost::approval
