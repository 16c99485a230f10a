// The content of a script, a script block, a function or a method.
#pragma once

#include <cstdint>

#include "shell/powershell_tokens/cursor.hpp"

namespace termhost::shell::powershell {

struct Parser;

class Scripts {
 public:
  Scripts(Cursor& in, Parser& all) : in_(in), all_(all) {}

  /// All of the source.
  void script();
  /// param(…), then named blocks or statements.
  void script_block_body(Parts& parts);
  [[nodiscard]] NodeId statement_list();

 private:
  [[nodiscard]] NodeId named_blocks();
  [[nodiscard]] bool named_block_at(std::uint32_t at) const;
  void skip_to_next_block();

  Cursor& in_;
  Parser& all_;
};

}  // namespace termhost::shell::powershell
