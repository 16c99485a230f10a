// The value of a word, as far as the text tells: quotes and escapes resolved, braces expanded, the rest marked as
// unknown.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "shell/analysis/simple_commands.hpp"
#include "shell/syntax/shell_kind.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// Braces that make more words than this are one unknown part instead.
inline constexpr std::size_t max_brace_words = 256;
/// The limit for all braces of a line together.
inline constexpr std::size_t max_line_brace_words = 4096;

/// Variables whose possible values are all in the line: those of the loops around a word, and those set before it.
using KnownVariables = std::map<std::string, ShellWord, std::less<>>;

/// `$?`, `${#x}`: digits by nature. `${#x:-y}` and the like do not look like that.
[[nodiscard]] bool has_only_digits(std::string_view parameter);

class WordReader {
 public:
  /// `ifs_is_default`: nothing in the line sets IFS, so that an unquoted $IFS parts words.
  WordReader(const SyntaxTree& tree, ShellKind shell, bool ifs_is_default)
      : tree_(tree), shell_(shell), ifs_is_default_(ifs_is_default) {}

  /// One word, or several if braces or $IFS make them.
  [[nodiscard]] std::vector<ShellWord> words(NodeId word) const;
  /// The value in a place where braces do nothing: assignments, redirections, here-documents.
  [[nodiscard]] ShellWord value(NodeId node) const;

  /// `x=src; ls "$x"`: the value from there on, if nothing else in the line sets the variable.
  void learn_assignments(NodeId command);
  /// The variable has one of the values, if nothing else in the line sets it.
  void learn(std::string name, const std::vector<ShellWord>& values);
  /// The value of a variable that is learnt is a line of what a command prints, or a word of that.
  void note_printer(std::string_view name, std::size_t command, bool whole_line);

  KnownVariables variables;

 private:
  struct Draft;
  void add_parts(NodeId node, bool quoted, Draft& draft) const;
  void add_plain(std::string_view text, Draft& draft) const;
  void add_part(NodeId part, bool quoted, Draft& draft) const;
  void add_substitution(std::string_view text, bool quoted, Draft& draft) const;
  void add_parameter(NodeId part, bool quoted, Draft& draft) const;
  void add_brace(NodeId part, Draft& draft) const;
  [[nodiscard]] bool is_changed(NodeId parameter) const;
  [[nodiscard]] const ShellWord* known_value(std::string_view parameter) const;

  const SyntaxTree& tree_;
  ShellKind shell_;
  bool ifs_is_default_;
  int learnt_ = 0;                       ///< the number of learnt values
  mutable std::size_t brace_words_ = 0;  ///< so far
};

}  // namespace termhost::shell
