// Words: their parts, and their ends.
#pragma once

#include <cstddef>

#include "shell/posix_tokens/word_parts.hpp"

namespace termhost::shell::posix {

struct Parser;

enum class WordPlace {
  Command,   ///< may become a keyword, function name …
  Value,     ///< of an assignment
  Argument,  ///< zsh: a parenthesis may begin it
  Pattern,   ///< case
  Operand,   ///< [[ ]]
  Regex,     ///< right of =~
};

class Words {
 public:
  Words(Cursor& in, Parser& all) : in_(in), all_(all) {}

  [[nodiscard]] NodeId word(WordPlace place);
  [[nodiscard]] bool starts(WordPlace place) const;
  [[nodiscard]] bool value_starts() const { return in_.here() == '#' || in_.here() == '}' || starts(WordPlace::Value); }
  /// The rest of a word that has begun.
  void parts(WordParts& sink, WordPlace place);
  /// zsh: <1-9>, <->
  [[nodiscard]] bool zsh_number_range() const;

 private:
  void skip_plain() { in_.p = in_.end_of_run(in_.p, Plain); }
  bool special(WordParts& sink, WordPlace place);
  void backslash(WordParts& sink);
  void tilde(WordParts& sink, bool starts);
  bool angle(WordParts& sink);
  void glob_or_literal(WordParts& sink);
  void braces(WordParts& sink, WordPlace place);
  void group_in_word(WordParts& sink, std::size_t begin);
  [[nodiscard]] bool parenthesis_in_word(WordPlace place) const;

  Cursor& in_;
  Parser& all_;
};

}  // namespace termhost::shell::posix
