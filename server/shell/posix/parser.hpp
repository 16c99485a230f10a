// The POSIX family's parser: recursive descent over the characters, since what a character means depends on where it
// stands. Internal to syntax_posix*.cpp; everyone else uses parse.hpp.
//
// After an error the parser sees nothing but the end of the text, so that every loop ends by itself and no caller needs
// to ask. Linear: no character is looked at more often than a constant, apart from the bounded look-ahead and attempts
// below.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "shell/posix/characters.hpp"
#include "shell/posix/dialect.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell::posix {

/// How far a look-ahead goes for the end of a brace, bracket or subscript that may be plain text.
inline constexpr std::size_t max_look_ahead = 4096;
/// `$((` is arithmetic, or a subshell in a substitution. Trying the one and falling back costs a pass per level.
inline constexpr int max_nested_arithmetic = 24;

enum class WordPlace {
  Command,   ///< may become a keyword, function name …
  Value,     ///< of an assignment
  Argument,  ///< zsh: a parenthesis may begin it
  Pattern,   ///< case
  Operand,   ///< [[ ]]
  Regex,     ///< right of =~
};

class Parser {
 public:
  Parser(SyntaxTree& tree, ShellKind shell) : tree_(tree), is_(dialect_of(shell)), s_(tree.source()) {}
  void run();

 private:
  struct Sink;      // collects the parts of a word
  class Nest;       // counts the depth
  class TextScope;  // another text for a while: syntax_posix_scope.hpp
  class Attempt;    // what may fail
  struct HereDocumentWaiting {
    NodeId node = no_node;
    std::string delimiter = {};
    bool strip_tabs = false;
    bool quoted = false;
  };

  // The cursor: syntax_posix_cursor.cpp
  [[nodiscard]] char at(std::size_t i) const { return i < s_.size() ? s_[i] : '\0'; }
  /// Behind the characters of these classes at `i`.
  [[nodiscard]] std::size_t end_of_run(std::size_t i, int classes) const {
    while (i < s_.size() && is(s_[i], classes)) ++i;
    return i;
  }
  [[nodiscard]] bool continues(std::size_t i) const { return at(i) == '\\' && at(i + 1) == '\n'; }
  [[nodiscard]] std::size_t over(std::size_t i) const {
    while (continues(i)) i += 2;
    return i;
  }
  [[nodiscard]] char peek() const { return at(over(p_)); }
  [[nodiscard]] char peek2() const { return at(over(over(p_) + 1)); }
  [[nodiscard]] char peek3() const { return at(over(over(over(p_) + 1) + 1)); }
  [[nodiscard]] bool at_end() const { return over(p_) >= s_.size(); }
  void settle() {
    if (continues(p_)) settle_continuations();
  }
  void settle_continuations();
  void take() {
    settle();
    if (p_ < s_.size()) ++p_;
  }
  void take_until(std::size_t end);
  bool accept(char c) {
    if (peek() != c || at_end()) return false;
    take();
    return true;
  }
  void skip_blanks() {
    std::size_t i = p_;
    while (at(i) == ' ') ++i;
    p_ = i;
    if (at(i) == '\t' || at(i) == '\\') skip_other_blanks();
  }
  void skip_other_blanks();
  void skip_comment() {
    if (at(p_) == '#') skip_to_line_end();
  }
  void skip_to_line_end();
  /// True: there were some. The first has the role.
  bool skip_newlines(Layout::Role role) {
    skip_blanks();
    return (at(p_) == '\n' || at(p_) == '#') && skip_lines(role);
  }
  bool skip_lines(Layout::Role role);
  void record(Layout::Role role, std::size_t begin, std::size_t end);
  void fail(SyntaxError::Kind kind, std::string message);
  void unexpected(std::string_view inside);
  void expect(char c, std::string_view inside);
  [[nodiscard]] NodeId open(NodeKind kind, std::size_t begin) { return leaf(kind, begin, 0); }
  NodeId close(NodeId node) {
    tree_.node(node).end = static_cast<std::uint32_t>(p_);
    return node;
  }
  NodeId leaf(NodeKind kind, std::size_t begin, std::size_t end) {
    return tree_.add({.kind = kind,
                      .begin = static_cast<std::uint32_t>(begin),
                      .end = static_cast<std::uint32_t>(end),
                      .text = text_});
  }
  [[nodiscard]] NodeId wrap(NodeKind kind, NodeId child);
  [[nodiscard]] Keyword keyword() { return keyword_at_ == p_ ? keyword_ : look_up_keyword(); }
  Keyword look_up_keyword();
  Keyword look_up_joined_keyword(std::size_t begin);
  void take_keyword();
  void expect_keyword(Keyword wanted, std::string_view name);

  // Lists and commands: syntax_posix_lists.cpp
  [[nodiscard]] NodeId list();
  void skip_to_first_statement();
  void statements(NodeId list);
  void end_of_text();
  [[nodiscard]] NodeId body(std::string_view inside);
  [[nodiscard]] bool list_ends();
  bool terminator(NodeId statement);
  [[nodiscard]] NodeId and_or();
  [[nodiscard]] NodeId pipeline();
  [[nodiscard]] NodeId command();
  [[nodiscard]] bool compound_starts();
  [[nodiscard]] bool ends_command();
  [[nodiscard]] NodeId simple_command(NodeId node, NodeId last);
  [[nodiscard]] bool function_follows() const;

  // Compounds: syntax_posix_compounds.cpp
  [[nodiscard]] NodeId compound();
  [[nodiscard]] NodeId subshell();
  [[nodiscard]] NodeId group();
  [[nodiscard]] NodeId braced_list();
  [[nodiscard]] NodeId anonymous_function();
  [[nodiscard]] NodeId anonymous_arguments(NodeId node);
  [[nodiscard]] NodeId if_clause();
  [[nodiscard]] NodeId while_clause(NodeKind kind);
  [[nodiscard]] NodeId for_clause(NodeKind kind, bool csh);
  [[nodiscard]] NodeId arithmetic_for(NodeId node);
  [[nodiscard]] NodeId repeat_clause();
  [[nodiscard]] NodeId case_clause();
  [[nodiscard]] NodeId case_item();
  NodeId case_patterns(NodeId item);
  [[nodiscard]] bool case_terminator() const;
  [[nodiscard]] NodeId function_keyword();
  [[nodiscard]] NodeId function_body(NodeId node, NodeId last);
  [[nodiscard]] NodeId coproc();
  [[nodiscard]] NodeId arithmetic_command();
  [[nodiscard]] NodeId conditional();
  NodeId cond_or(NodeId node, NodeId last);
  NodeId cond_term(NodeId node, NodeId last);
  [[nodiscard]] bool cond_term_ends();
  [[nodiscard]] bool cond_closes() const;
  NodeId loop_body(NodeId node, NodeId last, bool csh);
  NodeId redirections(NodeId node, NodeId last);

  // Words and what is in them: syntax_posix_words.cpp, syntax_posix_expansions.cpp
  [[nodiscard]] NodeId word(WordPlace place);
  [[nodiscard]] bool word_starts(WordPlace place) const;
  [[nodiscard]] bool value_starts() const { return at(p_) == '#' || at(p_) == '}' || word_starts(WordPlace::Value); }
  void skip_plain() { p_ = end_of_run(p_, Plain); }
  void word_parts(Sink& sink, WordPlace place);
  bool special_in_word(Sink& sink, WordPlace place);
  [[nodiscard]] bool zsh_number_range() const;
  void glob_or_literal(Sink& sink);
  void braces(Sink& sink, WordPlace place);
  void group_in_word(Sink& sink, std::size_t begin);
  [[nodiscard]] bool parenthesis_in_word(WordPlace place) const;
  bool balanced(Sink& sink, char open, char close, bool arithmetic);
  void single_quoted(Sink& sink);
  void ansi_quoted(Sink& sink);
  void double_quoted(Sink& sink);
  void double_quoted_text(Sink& sink, char end);
  void dollar(Sink& sink, bool quoted);
  void take_name();
  void named_parameter(Sink& sink);
  void braced_parameter(Sink& sink, bool quoted);
  void parameter_operand(Sink& sink, bool quoted);
  void function_substitution(Sink& sink);
  void command_substitution(Sink& sink, std::size_t begin, NodeKind kind, Operator op);
  bool arithmetic_expansion(Sink& sink);
  [[nodiscard]] bool arithmetic_attempt(NodeId node, std::size_t begin);
  void bracket_arithmetic(Sink& sink);
  void backquoted(Sink& sink, bool quoted);
  [[nodiscard]] NodeId nested_text(std::string text, std::size_t source_begin);

  // Assignments and redirections: syntax_posix_redirections.cpp
  [[nodiscard]] bool assignment_starts(bool only_array) const;
  [[nodiscard]] std::size_t subscript_end(std::size_t begin) const;
  [[nodiscard]] NodeId assignment();
  [[nodiscard]] NodeId array();
  [[nodiscard]] NodeId array_element();
  void subscript(NodeId parent, NodeId& last);
  [[nodiscard]] std::size_t redirection_operator_at() const;
  [[nodiscard]] bool redirection_starts() const {
    return is(at(p_), StartsRedirection) && redirection_operator_at() != std::string_view::npos;
  }
  [[nodiscard]] NodeId redirection();
  [[nodiscard]] NodeId here_delimiter(Operator op);
  void read_here_documents();
  void read_here_document(const HereDocumentWaiting& waiting);
  void here_body_parts(NodeId body);

  SyntaxTree& tree_;
  const Dialect& is_;
  std::string_view s_;      // the text being read; empty after an error
  std::uint32_t text_ = 0;  // its number in the tree
  std::size_t p_ = 0;
  std::size_t origin_ = 0;  // where this text begins in the source, for error positions
  int depth_ = 0;
  int arithmetic_depth_ = 0;
  bool failed_ = false;
  std::size_t keyword_at_ = std::string_view::npos;  // the keyword looked up last, and where it ends
  std::size_t keyword_end_ = 0;
  Keyword keyword_ = Keyword::None;
  std::vector<HereDocumentWaiting> waiting_;
  std::size_t newlines_at_ = 0;                       // layout item of the first newline that was skipped last
  std::unordered_set<std::uint64_t> not_arithmetic_;  // places where an attempt failed
};

/// The parts of a word, in order. Literal text between parts becomes a node only when there are other parts.
struct Parser::Sink {
  Parser& parser;
  NodeId parent;
  std::size_t literal_begin;
  NodeId last = no_node;
  bool in_braces = false;   // the word's part inside { }: a } ends it
  bool brace_list = false;  // there was a comma

  void flush(std::size_t end) {
    if (end > literal_begin)
      last = parser.tree_.append(parent, last, parser.leaf(NodeKind::Literal, literal_begin, end));
  }
  void add(NodeId part, std::size_t begin) {  // begin: where the part begins; the literal before it is flushed
    flush(begin);
    last = parser.tree_.append(parent, last, part);
    literal_begin = parser.p_;
  }
  void add_leaf(NodeKind kind, std::size_t begin) { add(parser.leaf(kind, begin, parser.p_), begin); }
  void finish(std::size_t end) {  // the literal after the last part
    if (last != no_node) flush(end);
  }
};

class Parser::Nest {
 public:
  explicit Nest(Parser& parser) : parser_(parser) {
    if (++parser_.depth_ > max_syntax_depth)
      parser_.fail(SyntaxError::Kind::TooDeep, "constructs are nested too deeply");
  }
  ~Nest() { --parser_.depth_; }
  Nest(const Nest&) = delete;
  Nest& operator=(const Nest&) = delete;

 private:
  Parser& parser_;
};

}  // namespace termhost::shell::posix
