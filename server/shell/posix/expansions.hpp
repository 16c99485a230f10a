// Expansions in a word: parameters, substitutions, arithmetic, and double quotes around them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_set>

#include "shell/posix_tokens/word_parts.hpp"

namespace termhost::shell::posix {

struct Parser;

/// `$((` is arithmetic, or a subshell in a substitution. Trying the one and falling back costs a pass per level.
inline constexpr int max_nested_arithmetic = 24;

class Expansions {
 public:
  Expansions(Cursor& in, Parser& all) : in_(in), all_(all) {}

  /// At a $. A $ that begins no expansion stays a literal.
  void dollar(WordParts& sink, bool quoted);
  /// `…`: unescaped, and parsed again.
  void backquoted(WordParts& sink, bool quoted);
  /// At the ( of $( <( >( =(.
  void command_substitution(WordParts& sink, std::size_t begin, NodeKind kind, Operator op);
  void single_quoted(WordParts& sink);
  /// At the " (of "…" or $"…").
  void double_quoted(WordParts& sink);
  /// Up to `end` (0: to the end of the text), which stays.
  void double_quoted_text(WordParts& sink, char end);
  /// Everything up to the matching `closing`, which stays. False at the end of the text.
  bool balanced(WordParts& sink, char opening, char closing, bool arithmetic);
  /// After the ((. Reads up to and with the )). False, with everything put back, if there is none.
  [[nodiscard]] bool arithmetic_attempt(NodeId node, std::size_t begin);

 private:
  void ansi_quoted(WordParts& sink);
  void take_name();
  void named_parameter(WordParts& sink);
  void braced_parameter(WordParts& sink, bool quoted);
  void parameter_operand(WordParts& sink, bool quoted);
  void function_substitution(WordParts& sink);
  bool arithmetic_expansion(WordParts& sink);
  void bracket_arithmetic(WordParts& sink);

  Cursor& in_;
  Parser& all_;
  int arithmetic_depth_ = 0;
  std::unordered_set<std::uint64_t> not_arithmetic_;  // places where an attempt failed
};

}  // namespace termhost::shell::posix
