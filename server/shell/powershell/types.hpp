// Types and attributes in brackets, and the parameters that have them.
#pragma once

#include <cstdint>

#include "shell/powershell_tokens/cursor.hpp"

namespace termhost::shell::powershell {

struct Parser;

class Types {
 public:
  Types(Cursor& in, Parser& all) : in_(in), all_(all) {}

  /// `[type]` or `[attribute(…)]`; true for the latter.
  bool type_or_attribute(Parts& parts);
  void attributes(Parts& parts);
  /// The end of the attributes and types in brackets here, found by counting brackets. Only a look-ahead; the result is
  /// remembered, because each bracket of the run asks again.
  [[nodiscard]] std::uint32_t attributes_end(std::uint32_t at);
  /// [attributes] param ( parameters )
  bool parameter_block(Parts& parts);
  /// `( parameter, … )`
  void parameters(Parts& parts);

 private:
  bool type_name();
  void attribute_arguments(Parts& parts);
  void parameter(Parts& parts);

  Cursor& in_;
  Parser& all_;
  struct {
    int depth = -1;
    std::uint32_t text = 0, begin = 0, end = 0;
  } attributes_run_;
};

}  // namespace termhost::shell::powershell
