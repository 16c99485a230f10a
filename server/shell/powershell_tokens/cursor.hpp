// The position of the PowerShell parser in a text: layout, words and expectations, its nodes, its first error.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "shell/powershell_tokens/characters.hpp"
#include "shell/syntax/tree_writer.hpp"

namespace termhost::shell::powershell {

struct Cursor : TreeWriter {
  explicit Cursor(SyntaxTree& written) : TreeWriter(written), text(written.source()) {}

  [[nodiscard]] char byte(std::uint32_t at) const { return at < text.size() ? text[at] : '\0'; }
  [[nodiscard]] char here() const { return byte(p); }
  [[nodiscard]] std::uint32_t end() const { return static_cast<std::uint32_t>(text.size()); }
  [[nodiscard]] bool at_end() const { return p >= text.size(); }
  [[nodiscard]] bool at_statement_end(std::uint32_t at) const;
  [[nodiscard]] std::uint32_t name_end(std::uint32_t at) const { return powershell::name_end(text, at); }
  /// The identifier at `at` if it is a token of its own; as a command's name `if.exe` is none.
  [[nodiscard]] std::string_view word_at(std::uint32_t at) const;
  [[nodiscard]] bool keyword_at(std::uint32_t at, std::string_view keyword) const {
    return equal_ignoring_case(word_at(at), keyword);
  }

  /// The end of blanks, comments and continued lines, optionally of line ends too. Often called twice for the same
  /// place.
  [[nodiscard]] std::uint32_t blanks_end(std::uint32_t at, bool newlines) {
    if (!is(byte(at), powershell::Layout)) return at;
    if (text[at] == ' ' && !is(byte(at + 1), powershell::Layout)) return at + 1;
    Blanks& last = newlines ? last_lines_ : last_blanks_;
    if (last.begin != at) last = {at, find_blanks_end(at, newlines)};
    return last.end;
  }
  void skip_to(std::uint32_t to, Layout::Role role) {
    if (to > p + 1 || (to > p && text[p] != ' ')) return skip_some(to, role);
    p = to;
  }
  void skip_blanks() { skip_to(blanks_end(p, false), Layout::Role::Blank); }
  void skip_newlines() { skip_to(blanks_end(p, true), Layout::Role::Blank); }
  /// Takes an operator of `length` bytes after blanks, and the line ends after it.
  void take_operator(std::uint32_t length = 1) {
    skip_blanks();
    p += length;
    skip_newlines();
  }
  /// Before a first statement: nothing is there to separate.
  void skip_terminators();
  void skip_terminators_after_statement();
  /// Takes the keyword if it is the next word, line ends before it included.
  bool take_keyword(std::string_view keyword);
  /// Takes `c`, which belongs to `of`, after any line ends; otherwise fails.
  bool expect(char c, std::string_view of) {
    if (here() != c) return expect_after_blanks(c, of);
    ++p;
    return true;
  }

  [[nodiscard]] NodeId open(NodeKind kind, std::uint32_t begin) { return leaf(kind, begin, begin); }
  void close(NodeId id) { tree.node(id).end = p; }
  /// Another text, or another end of it, is read from here on.
  void read(std::string_view other, std::uint32_t id) {
    text = other;
    text_id = id;
    last_blanks_ = last_lines_ = {};
  }
  [[nodiscard]] bool ok() const { return tree.ok(); }
  /// Only the first problem counts. The rest of the text is given up, so that everything under way comes to its end.
  void fail(SyntaxError::Kind kind, std::uint32_t position, std::string message);
  /// At the end of the text something is missing; elsewhere something is wrong.
  void unexpected(std::string_view expected);
  /// One level deeper; false: that is too deep.
  bool enter();
  void leave() { --depth; }

  std::string_view text;  ///< the source, or what a "$(…)" in a string holds, up to where it is read
  std::uint32_t p = 0;
  int depth = 0;
  std::optional<std::uint32_t> outer_position;  ///< the place of a text of its own in the source, for errors
  std::optional<std::uint32_t> open_comment;

 private:
  struct Blanks {
    std::uint32_t begin = UINT32_MAX;
    std::uint32_t end = 0;
  };

  [[nodiscard]] std::uint32_t find_blanks_end(std::uint32_t at, bool newlines);
  void skip_some(std::uint32_t to, Layout::Role role);
  bool expect_after_blanks(char c, std::string_view of);

  Blanks last_blanks_, last_lines_;  // the last results of blanks_end
};

}  // namespace termhost::shell::powershell
