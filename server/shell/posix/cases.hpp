// case … esac.
#pragma once

#include "shell/posix/cursor.hpp"

namespace termhost::shell::posix {

struct Parser;

class Cases {
 public:
  Cases(Cursor& in, Parser& all) : in_(in), all_(all) {}

  [[nodiscard]] NodeId case_clause();
  /// ;; ;& ;;& ;|
  [[nodiscard]] bool terminator_follows() const;

 private:
  [[nodiscard]] NodeId case_item();
  NodeId case_patterns(NodeId item);

  Cursor& in_;
  Parser& all_;
};

}  // namespace termhost::shell::posix
