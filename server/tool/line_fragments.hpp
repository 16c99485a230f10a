// Makes the steps of a LineProgram out of parts: each has one way in and one way out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tool/character_set.hpp"
#include "tool/line_program.hpp"

namespace termhost::tool {

/// `end` is a fork that leads nowhere yet.
struct Fragment {
  std::uint16_t begin = 0, end = 0;
};

/// A fragment is part of one other at most: to have it twice, make it twice.
class LineFragments {
 public:
  Fragment empty();
  Fragment bytes(const ByteSet& allowed);  ///< one byte of these, and no LF
  Fragment text(std::string_view literal);
  Fragment any_of(const std::vector<std::string>& texts);  ///< there is one, and none is empty
  Fragment characters(const CharacterSet& set);
  Fragment assertion(LineAssertion what);
  Fragment then(Fragment first, Fragment second);
  Fragment either(Fragment one, Fragment other);
  Fragment maybe(Fragment inner) { return either(inner, empty()); }
  Fragment any_number(Fragment inner);
  Fragment once_or_more(Fragment inner);

  /// There are more steps than a program may have; no fragment means anything any more.
  [[nodiscard]] bool too_many() const { return too_many_; }
  /// Nothing if there are.
  [[nodiscard]] std::optional<LineProgram> finish(Fragment all) &&;

 private:
  std::uint16_t add(const LineStep& step);
  std::uint16_t fork(std::uint16_t next, std::uint16_t other);
  void join(std::uint16_t end, std::uint16_t next);
  Fragment all_others();

  LineProgram program_;
  bool too_many_ = false;
};

}  // namespace termhost::tool
