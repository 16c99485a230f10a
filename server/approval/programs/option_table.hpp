// The options of a program by name: their arguments, and their effects. Each row of the tables adds to it.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace termhost::approval {

/// The argument of an option.
enum class Takes : std::uint8_t {
  Nothing,   ///< it has none
  Attached,  ///< perhaps one, in the same word: `-U3`, `--color=always`
  Argument,  ///< one, in the same word or in the next
};

/// The part after the `:` or `=` of an option, if flags do not suffice.
enum class ArgumentKind : char {
  Any = ' ',
  File = '@',     ///< a file of the workspace that the program reads its instructions from: no stdin, no device, no log
  Output = '>',   ///< a file that it writes: below the current folder, not hidden
  Nowhere = '!',  ///< /dev/null or -
  GitSetting = '%',
  NoOutput = '^',    ///< a format, which could name a file after `output`, or run gpg
  Definition = '$',  ///< NAME=VALUE of cmake
  Number = '#',
  Plain = '~',        ///< letters, digits and `,.:_-` only
  Text = '"',         ///< no path, whatever it looks like
  Folder = '/',       ///< a folder that it reads
  Strategy = '=',     ///< one of git's own ways to merge: another is a program
  Config = 'c',       ///< the path of a file with settings, and no settings themselves: jest takes JSON in its place
  Revision = 'r',     ///< a name of git's: neither an option nor code of a shell
  Plugin = 'p',       ///< of pytest, which imports whatever is named: `no:x`, `pytest_cov`
  Warnings = 'w',     ///< a filter of Python's, which imports the module of its category
  Module = 'm',       ///< of Python: a runner with a row, which gets the next words
  Name = 'n',         ///< letters, digits and `-`: a class of a module has a dot
  Identifier = 'i',   ///< the same, with dots: no second property of MSBuild's
  Setting = 'u',      ///< of a rule of eslint: `no-console: off`, and no object with paths in it
  Property = '*',     ///< NAME=VALUE of MSBuild that is not a command
  GoFlags = '&',      ///< for Go's compiler and linker: `-s -w -X main.version=1`
  CodeNames = 'l',    ///< a pattern of the names of files that become code: none that a log has
  Member = '.',       ///< of an object in a cmdlet's pipe: a property, and no method
  CommandName = 'x',  ///< of PowerShell's, perhaps a pattern: `./evil\x` loads the module `./evil`
  Block = 'b',        ///< code for a cmdlet: a script block as written, or a name
};

/// In a table the first word of a line with the options that have it: `follows -L --follow`. Of a wrapper:
/// `code-letters c`, `code-options command`.
enum OptionEffect : std::uint32_t {
  HoldsCode = 1,        ///< its argument is code
  HoldsScript = 2,      ///< its argument is a file or a module of code
  HoldsSetting = 4,     ///< its argument is NAME=VALUE, and some settings are commands
  EndsOptions = 8,      ///< the rest of the line is a command
  GivesPattern = 16,    ///< its argument is the pattern, or a file of them
  NamesFiles = 32,      ///< its argument says which files are searched
  Recurses = 64,        ///< it searches folders
  ShowsOthers = 128,    ///< it shows lines that no pattern matches, or more than lines
  ShowsAround = 256,    ///< its argument is a number of lines around each
  ShowsNames = 512,     ///< it shows names, and no contents
  Widens = 1024,        ///< it reads hidden and ignored files
  ShowsLines = 2048,    ///< it shows lines, whatever else is requested
  ListsFiles = 4096,    ///< it lists files, so the line has no pattern
  FollowsLinks = 8192,  ///< it follows links below the folders that it reads
};
/// 0: no effect has this name.
[[nodiscard]] std::uint32_t option_effect(std::string_view name);

struct OptionRow {
  std::string_view name;  ///< without dashes
  Takes takes = Takes::Nothing;
  ArgumentKind kind = ArgumentKind::Any;
  bool one_dash = false;   ///< may be written `-name`
  bool two_dashes = true;  ///< may be written `--name`
  bool harmless = false;   ///< it neither runs, writes, loads nor connects, if its argument has that kind
  bool more = false;       ///< harmless under a rule, but does more than read
  std::uint8_t words = 1;  ///< of its argument
  std::uint32_t effects = 0;
};

class OptionTable {
 public:
  /// The options with these letters and names, separated by blanks; each takes an argument.
  [[nodiscard]] static OptionTable taking(std::string_view letters, std::string_view names);

  void add_letter(char letter, OptionRow row);
  void add_name(OptionRow row);
  /// Adds the options that only `other` knows.
  void add(const OptionTable& other);
  /// `-x` or `--name`, which is added if it is new.
  void mark(std::string_view option, std::uint32_t effect);
  /// The names may be written with one dash or two: whoever looks for code reads a word in each way.
  void allow_one_dash();

  /// nullptr: it is not known, as in the other functions.
  [[nodiscard]] const OptionRow* letter(char letter) const;
  /// The option that `--written` means: of this name, or of a longer name that begins so, as getopt_long(3) allows. An
  /// option with an argument comes first.
  [[nodiscard]] const OptionRow* name(std::string_view written) const;
  /// The option that is written `-name`, with all its letters.
  [[nodiscard]] const OptionRow* word(std::string_view written) const;
  /// The effects of all options that `--written` may mean.
  [[nodiscard]] std::uint32_t effects_of(std::string_view written) const;
  [[nodiscard]] const std::vector<OptionRow>& names() const { return names_; }
  /// `-name x`: such options may also come after `--`.
  [[nodiscard]] bool has_words() const;

 private:
  std::array<std::uint8_t, 128> places_{};  ///< by letter: the place in `letters_`, and one more
  std::vector<OptionRow> letters_;
  std::vector<OptionRow> names_;
};

}  // namespace termhost::approval
