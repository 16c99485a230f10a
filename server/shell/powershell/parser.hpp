// Parser for PowerShell 5.1 and 7: one grammar for both, of 7 where they differ (&&, ||, ?:, a leading |).
//
// The tree: a pipeline's elements are SimpleCommands (Word, Expression, Redirection) and Expressions. An Expression
// holds what it is made of in source order: strings (SingleQuoted, DoubleQuoted, here-strings too), Parameter,
// CommandSubstitution $(…) @(…), ScriptBlock, Attribute (a type or attribute in brackets), nested Expressions for
// parentheses, hash tables and assignments (whose last child is the statement assigned).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "shell/powershell/characters.hpp"
#include "shell/powershell/parse.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// The pieces of a here-string: what stands between header and footer.
struct HereStringBody {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};
[[nodiscard]] bool is_here_string(const SyntaxTree& tree, NodeId literal);
[[nodiscard]] HereStringBody here_string_body(const SyntaxTree& tree, NodeId literal);

/// The value of a SingleQuoted literal: quotes gone, doubled ones single.
[[nodiscard]] std::string powershell_literal_value(const SyntaxTree& tree, NodeId single_quoted);

class PowerShellParser {
 public:
  explicit PowerShellParser(std::string source) : tree_(std::move(source)) {}
  [[nodiscard]] SyntaxTree run();

 private:
  /// Children of one node, in order.
  struct Builder {
    NodeId parent;
    NodeId last = no_node;
  };
  /// In a command a bare word is text; in an expression it is not.
  enum class Mode { Command, Expression };
  enum class Commas { Join, Separate };  ///< whether `,` makes an array or ends the expression

  // Layout (syntax_powershell_layout.cpp)
  /// Behind blanks, comments and continued lines; behind line ends too, if asked. Often asked twice in the same place.
  [[nodiscard]] std::uint32_t blanks_end(std::uint32_t at, bool newlines) const {
    if (!powershell::is(byte(at), powershell::Layout)) return at;
    if (text_[at] == ' ' && !powershell::is(byte(at + 1), powershell::Layout)) return at + 1;
    Blanks& last = newlines ? last_lines_ : last_blanks_;
    if (last.begin != at) last = {at, find_blanks_end(at, newlines)};
    return last.end;
  }
  [[nodiscard]] std::uint32_t find_blanks_end(std::uint32_t at, bool newlines) const;
  void skip_to(std::uint32_t end, Layout::Role role) {
    if (end > pos_ + 1 || (end > pos_ && text_[pos_] != ' '))
      skip_some(end, role);
    else
      pos_ = end;
  }
  void skip_some(std::uint32_t end, Layout::Role role);
  void skip_blanks() { skip_to(blanks_end(pos_, false), Layout::Role::Blank); }
  void skip_newlines() { skip_to(blanks_end(pos_, true), Layout::Role::Blank); }
  void skip_terminators();
  void skip_terminators_after_statement();
  [[nodiscard]] char byte(std::uint32_t at) const { return at < end_ ? text_[at] : '\0'; }
  [[nodiscard]] bool at_end() const { return pos_ >= end_; }
  [[nodiscard]] bool name_starts(std::uint32_t at) const { return powershell::starts_name(text_.substr(0, end_), at); }
  [[nodiscard]] std::uint32_t name_end(std::uint32_t at) const {
    return powershell::name_end(text_.substr(0, end_), at);
  }
  [[nodiscard]] std::string_view word_at(std::uint32_t at) const;
  [[nodiscard]] bool keyword_at(std::uint32_t at, std::string_view keyword) const;
  /// Takes the keyword if it is the next word, line ends before it included.
  bool take_keyword(std::string_view keyword);
  /// Takes `c`, which belongs to `of`, after any line ends; otherwise fails.
  bool expect(char c, std::string_view of) {
    if (byte(pos_) != c) return expect_after_blanks(c, of);
    ++pos_;
    return true;
  }
  bool expect_after_blanks(char c, std::string_view of);

  // Strings and variables (syntax_powershell_strings.cpp)
  bool string(Builder& parts);
  void single_quoted(Builder& parts);
  void double_quoted(Builder& parts);
  void here_string(Builder& parts);
  void expandable_text(Builder& parts, bool here, std::uint32_t end);
  void substitution_in_string(Builder& parts, bool here);
  void nested_substitution(Builder& parts, std::uint32_t end, bool doubled);
  [[nodiscard]] std::uint32_t here_string_footer(std::uint32_t from, bool expandable) const;
  [[nodiscard]] std::uint32_t variable_end(std::uint32_t at);
  void variable(Builder& parts);

  // Words of commands (syntax_powershell_words.cpp)
  void argument(Builder& parts);
  void generic_word(Builder& parts);
  void bare_parts(Builder& parts);
  [[nodiscard]] bool variable_is_argument(std::uint32_t at);
  void value_argument(Builder& parts);
  void parameter_word(Builder& parts);
  void verbatim_arguments(Builder& parts);
  void redirection(Builder& parts);
  [[nodiscard]] bool at_redirection() const;

  // Expressions (syntax_powershell_expressions.cpp)
  void expression(Builder& parts, Commas commas);
  bool unary(Builder& parts, Commas commas);
  bool primary(Builder& parts);
  void postfix(Builder& parts, Mode mode);
  void member_name(Builder& parts);
  void invocation(Builder& parts);
  void index(Builder& parts);
  void parentheses(Builder& parts);
  void sub_expression(Builder& parts);
  void hash_table(Builder& parts);
  bool hash_entry(Builder& parts);
  void script_block(Builder& parts);
  [[nodiscard]] bool starts_expression(std::uint32_t at);

  // Commands (syntax_powershell_commands.cpp)
  NodeId chain();
  NodeId pipeline();
  NodeId element(bool first);
  NodeId expression_element(bool first);
  NodeId command();
  [[nodiscard]] bool at_statement_end(std::uint32_t at) const;
  bool take_pipe();

  // Statements (syntax_powershell_statements.cpp)
  NodeId statement();
  NodeId keyword_statement(std::string_view word);
  NodeId labelled_statement();
  void flow_statement(Builder& parts);
  void jump_statement(Builder& parts);
  void if_statement(Builder& parts);
  void while_statement(Builder& parts);
  void do_statement(Builder& parts);
  void for_statement(Builder& parts);
  void foreach_statement(Builder& parts);
  void switch_statement(Builder& parts);
  void try_statement(Builder& parts);
  void trap_statement(Builder& parts);
  void data_statement(Builder& parts);
  void block(Builder& parts, std::string_view of);
  void condition(Builder& parts);
  void header_part(Builder& parts);

  // Scripts and script blocks (syntax_powershell.cpp)
  void start();
  void end_of_text();
  void script_block_body(Builder& parts);
  NodeId statements();
  NodeId named_blocks();
  [[nodiscard]] bool named_block_at(std::uint32_t at) const;
  void skip_to_next_block();

  // Definitions and types (syntax_powershell_definitions.cpp)
  bool type_or_attribute(Builder& parts);
  bool type_name();
  void attribute_arguments(Builder& parts);
  void attributes(Builder& parts);
  [[nodiscard]] std::uint32_t attributes_end(std::uint32_t at);
  bool parameter_block(Builder& parts);
  void parameters(Builder& parts);
  void parameter(Builder& parts);
  void function_statement(Builder& parts);
  void function_body(Builder& parts);
  NodeId definition_with_attributes();
  bool type_header(Builder& parts);
  void class_statement(Builder& parts);
  void class_member(Builder& members);
  void end_of_member();
  void method(Builder& members);
  void enum_statement(Builder& parts);

  // Nodes and errors
  NodeId open(NodeKind kind, std::uint32_t begin) {
    return tree_.add({.kind = kind, .begin = begin, .end = begin, .text = text_id_});
  }
  void add(Builder& parts, NodeId child) { parts.last = tree_.append(parts.parent, parts.last, child); }
  void close(NodeId id) { tree_.node(id).end = pos_; }
  void leaf(Builder& parts, NodeKind kind, std::uint32_t begin, std::uint32_t end) {
    add(parts, tree_.add({.kind = kind, .begin = begin, .end = end, .text = text_id_}));
  }
  /// Another text, or another end of it, is read from here on.
  void read(std::string_view text, std::uint32_t text_id, std::uint32_t end) {
    text_ = text;
    text_id_ = text_id;
    end_ = end;
    last_blanks_ = last_lines_ = {};
  }
  void fail(SyntaxError::Kind kind, std::uint32_t position, std::string message);
  /// At the end of the text something is missing; elsewhere something is wrong.
  void unexpected(std::string_view expected);
  [[nodiscard]] bool ok() const { return tree_.ok(); }
  bool enter();
  void leave() { --depth_; }

  struct Blanks {
    std::uint32_t begin = UINT32_MAX;
    std::uint32_t end = 0;
  };

  SyntaxTree tree_;
  std::string_view text_;      ///< the source, or what a "$(…)" in a string holds once its doubled quotes are single
  std::uint32_t text_id_ = 0;  ///< which of the tree's texts that is
  std::uint32_t pos_ = 0;
  std::uint32_t end_ = 0;
  int depth_ = 0;
  std::optional<std::uint32_t> outer_position_;  ///< where a text of its own stands in the source, for errors
  mutable std::optional<std::uint32_t> open_comment_;
  mutable Blanks last_blanks_, last_lines_;  ///< what blanks_end found last
  struct {
    int depth = -1;
    std::uint32_t text = 0, begin = 0, end = 0;
  } attributes_run_;
};

}  // namespace termhost::shell
