// What the parser saves while it reads something else. Internal to syntax_posix*.cpp.
#pragma once

#include <string_view>
#include <vector>

#include "shell/posix/parser.hpp"

namespace termhost::shell::posix {

/// Reads another text of the tree, from its beginning, until destroyed.
class Parser::TextScope {
 public:
  /// `origin`: where the text stands in the one read now.
  TextScope(Parser& parser, std::uint32_t text, std::size_t origin);
  ~TextScope();
  TextScope(const TextScope&) = delete;
  TextScope& operator=(const TextScope&) = delete;

 private:
  Parser& parser_;
  std::string_view s_;
  std::uint32_t text_;
  std::size_t p_;
  std::size_t origin_;
  std::vector<HereDocumentWaiting> waiting_;
};

/// Lets what follows fail without ending the parse. `recovered()` asks, and if it failed puts everything back.
class Parser::Attempt {
 public:
  explicit Attempt(Parser& parser) : parser_(parser), s_(parser.s_), p_(parser.p_) {}
  /// True if there was an error and it was taken back. Too deep an input is never taken back.
  [[nodiscard]] bool recovered() {
    if (!parser_.failed_ || parser_.tree_.error()->kind == SyntaxError::Kind::TooDeep) return false;
    parser_.failed_ = false;
    parser_.tree_.clear_error();
    parser_.s_ = s_;
    parser_.p_ = p_;
    return true;
  }
  void back() {
    if (!parser_.failed_) parser_.p_ = p_;
  }

 private:
  Parser& parser_;
  std::string_view s_;
  std::size_t p_;
};

}  // namespace termhost::shell::posix
