// The reserved words of the POSIX shells, and the reserved word at a cursor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "shell/posix_tokens/cursor.hpp"
#include "shell/posix_tokens/dialect.hpp"

namespace termhost::shell::posix {

enum class Keyword : std::uint8_t {
  None,
  Time,
  Bang,
  // These begin a compound command.
  If,
  While,
  Until,
  For,
  Foreach,
  Select,
  Repeat,
  Case,
  Function,
  Coproc,
  OpenBrace,
  OpenConditional,
  // Keywords that end their list.
  Then,
  Elif,
  Else,
  Fi,
  Do,
  Done,
  End,
  Esac,
  CloseBrace,
};

/// The keyword of a whole word without quotes. Only the parser knows whether a keyword counts in this place.
[[nodiscard]] Keyword keyword_of(std::string_view word, const Dialect& dialect);

[[nodiscard]] constexpr bool begins_compound(Keyword keyword) {
  return keyword >= Keyword::If && keyword <= Keyword::OpenConditional;
}
/// True if the keyword ends its list.
[[nodiscard]] constexpr bool is_closing(Keyword keyword) { return keyword >= Keyword::Then; }

/// The word at the cursor, looked up once.
class Keywords {
 public:
  explicit Keywords(Cursor& in) : in_(in) {}

  [[nodiscard]] Keyword current() { return at_ == in_.p && turns_ == in_.turns ? keyword_ : look_up(); }
  /// The current one, which is one.
  void take() {
    in_.take_until(end_);
    in_.settle();
  }
  void expect(Keyword wanted, std::string_view inside) {
    in_.skip_blanks();
    if (current() != wanted) return in_.unexpected(inside);
    take();
  }

 private:
  Keyword look_up();
  Keyword look_up_joined(std::size_t begin);

  Cursor& in_;
  std::size_t at_ = std::string_view::npos;  // the place of the last look-up, and its end
  std::uint32_t turns_ = 0;
  std::size_t end_ = 0;
  Keyword keyword_ = Keyword::None;
};

}  // namespace termhost::shell::posix
