// Functions, classes and enums of PowerShell.
#pragma once

#include "shell/powershell_tokens/cursor.hpp"

namespace termhost::shell::powershell {

struct Parser;

class Definitions {
 public:
  Definitions(Cursor& in, Parser& all) : in_(in), all_(all) {}

  void function_statement(Parts& parts);
  void class_statement(Parts& parts);
  void enum_statement(Parts& parts);
  /// A class or enum after attributes.
  [[nodiscard]] NodeId definition_with_attributes();

 private:
  void function_body(Parts& parts);
  bool type_header(Parts& parts);
  void class_member(Parts& members);
  void end_of_member();
  void method(Parts& members);

  Cursor& in_;
  Parser& all_;
};

}  // namespace termhost::shell::powershell
