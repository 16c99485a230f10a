// Statements of PowerShell. The keyword at the beginning tells which one.
#pragma once

#include <string_view>

#include "shell/powershell_tokens/cursor.hpp"

namespace termhost::shell::powershell {

struct Parser;

class Statements {
 public:
  Statements(Cursor& in, Parser& all) : in_(in), all_(all) {}

  [[nodiscard]] NodeId statement();
  /// `{ statements }`
  void block(Parts& parts, std::string_view of);

 private:
  NodeId keyword_statement(std::string_view word);
  NodeId labelled_statement();
  void flow_statement(Parts& parts);
  void jump_statement(Parts& parts);
  void if_statement(Parts& parts);
  void while_statement(Parts& parts);
  void do_statement(Parts& parts);
  void for_statement(Parts& parts);
  void foreach_statement(Parts& parts);
  void switch_statement(Parts& parts);
  void try_statement(Parts& parts);
  void trap_statement(Parts& parts);
  void data_statement(Parts& parts);
  void function_statement(Parts& parts);
  void class_statement(Parts& parts);
  void enum_statement(Parts& parts);
  void condition(Parts& parts);
  void header_part(Parts& parts);

  Cursor& in_;
  Parser& all_;
};

}  // namespace termhost::shell::powershell
