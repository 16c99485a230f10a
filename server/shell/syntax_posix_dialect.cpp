#include "shell/syntax_posix_dialect.hpp"

#include <algorithm>
#include <array>

#include "shell/short_words.hpp"

namespace termhost::shell::posix {
namespace {

constexpr Dialect bash{.bash = true,
                       .extended = true,
                       .extended_globs = true,
                       .both_redirection = true,
                       .brace_bodies = true,
                       .repeated_negation = true,
                       .lazy_backquotes = true};
constexpr Dialect zsh{.zsh = true,
                      .extended = true,
                      .both_redirection = true,
                      .empty_lists = true,
                      .any_function_body = true,
                      .brace_bodies = true};
constexpr Dialect dash{.dash = true, .any_function_body = true};
constexpr Dialect ksh{.ksh = true,
                      .extended = true,
                      .extended_globs = true,
                      .both_redirection = true,
                      .empty_lists = true,
                      .any_function_body = true,
                      .brace_bodies = true,
                      .repeated_negation = true,
                      .lazy_backquotes = true};

enum Scope : std::uint8_t { Everywhere, Extended, BashAndZsh, OnlyZsh };

struct Row {
  std::uint64_t word;
  Keyword keyword;
  Scope scope = Everywhere;
};

constexpr auto rows = [] {
  std::array table{
      Row{packed("if"), Keyword::If},
      Row{packed("then"), Keyword::Then},
      Row{packed("elif"), Keyword::Elif},
      Row{packed("else"), Keyword::Else},
      Row{packed("fi"), Keyword::Fi},
      Row{packed("while"), Keyword::While},
      Row{packed("until"), Keyword::Until},
      Row{packed("for"), Keyword::For},
      Row{packed("foreach"), Keyword::Foreach, OnlyZsh},
      Row{packed("select"), Keyword::Select, Extended},
      Row{packed("repeat"), Keyword::Repeat, OnlyZsh},
      Row{packed("do"), Keyword::Do},
      Row{packed("done"), Keyword::Done},
      Row{packed("end"), Keyword::End, OnlyZsh},
      Row{packed("case"), Keyword::Case},
      Row{packed("esac"), Keyword::Esac},
      Row{packed("function"), Keyword::Function, Extended},
      Row{packed("coproc"), Keyword::Coproc, BashAndZsh},
      Row{packed("time"), Keyword::Time, Extended},
      Row{packed("!"), Keyword::Bang},
      Row{packed("{"), Keyword::OpenBrace},
      Row{packed("}"), Keyword::CloseBrace},
      Row{packed("[["), Keyword::OpenConditional, Extended},
  };
  std::sort(table.begin(), table.end(), [](const Row& a, const Row& b) { return a.word < b.word; });
  return table;
}();

bool known_in(Scope scope, const Dialect& dialect) {
  switch (scope) {
    case Everywhere: return true;
    case Extended: return dialect.extended;
    case BashAndZsh: return dialect.bash || dialect.zsh;
    case OnlyZsh: return dialect.zsh;
  }
  return false;
}

}  // namespace

const Dialect& dialect_of(ShellKind shell) {
  switch (shell) {
    case ShellKind::Zsh: return zsh;
    case ShellKind::Dash: return dash;
    case ShellKind::Ksh: return ksh;
    case ShellKind::Bash:
    case ShellKind::Fish:
    case ShellKind::PowerShell:
    case ShellKind::Unknown: return bash;
  }
  return bash;
}

Keyword keyword_of(std::uint64_t word, const Dialect& dialect) {
  const auto* row = std::lower_bound(rows.begin(), rows.end(), word,
                                     [](const Row& r, std::uint64_t number) { return r.word < number; });
  return row != rows.end() && row->word == word && known_in(row->scope, dialect) ? row->keyword : Keyword::None;
}

bool is_closing(Keyword keyword) {
  switch (keyword) {
    case Keyword::Then:
    case Keyword::Elif:
    case Keyword::Else:
    case Keyword::Fi:
    case Keyword::Do:
    case Keyword::Done:
    case Keyword::End:
    case Keyword::Esac:
    case Keyword::CloseBrace: return true;
    case Keyword::None:
    case Keyword::If:
    case Keyword::While:
    case Keyword::Until:
    case Keyword::For:
    case Keyword::Foreach:
    case Keyword::Select:
    case Keyword::Repeat:
    case Keyword::Case:
    case Keyword::Function:
    case Keyword::Coproc:
    case Keyword::Time:
    case Keyword::Bang:
    case Keyword::OpenBrace:
    case Keyword::OpenConditional: return false;
  }
  return false;
}

}  // namespace termhost::shell::posix
