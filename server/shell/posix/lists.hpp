// Commands joined by ; & newlines, && || and |: the script, and the content of compound commands.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "shell/posix_tokens/cursor.hpp"

namespace termhost::shell::posix {

struct Parser;

class Lists {
 public:
  Lists(Cursor& in, Parser& all) : in_(in), all_(all) {}

  /// All of the source.
  void script();
  [[nodiscard]] NodeId list();
  /// One that must not be empty, where the shell minds.
  [[nodiscard]] NodeId body(std::string_view inside);
  [[nodiscard]] bool ends();
  [[nodiscard]] NodeId and_or();
  [[nodiscard]] NodeId pipeline();
  /// The list of the unescaped text in backquotes. `source_begin`: their place.
  [[nodiscard]] NodeId nested_text(std::string text, std::size_t source_begin);

 private:
  void skip_empty_statements();
  void statements(NodeId list);
  void end_of_text(std::string_view inside);
  bool terminator(NodeId statement);
  bool ends_open();
  [[nodiscard]] bool ends_command();

  Cursor& in_;
  Parser& all_;
};

}  // namespace termhost::shell::posix
