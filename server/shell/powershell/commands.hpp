// Pipelines of PowerShell: commands and expressions, joined by | && and ||.
#pragma once

#include "shell/powershell_tokens/cursor.hpp"

namespace termhost::shell::powershell {

struct Parser;

class Commands {
 public:
  Commands(Cursor& in, Parser& all) : in_(in), all_(all) {}

  /// Pipelines joined by && and ||, and the & that sends them to the background.
  [[nodiscard]] NodeId chain();

 private:
  [[nodiscard]] NodeId pipeline();
  [[nodiscard]] NodeId element(bool first);
  [[nodiscard]] NodeId expression_element(bool first);
  [[nodiscard]] NodeId command();
  bool take_pipe();
  [[nodiscard]] bool has_empty_line(std::uint32_t before) const;

  Cursor& in_;
  Parser& all_;
};

}  // namespace termhost::shell::powershell
