#include "shell/posix/dialect.hpp"

#include <array>

#include "shell/syntax/short_words.hpp"

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
  std::string_view word;
  Keyword keyword;
  Scope scope = Everywhere;
};

constexpr WordTable keywords(std::array{
    Row{"if", Keyword::If},
    Row{"then", Keyword::Then},
    Row{"elif", Keyword::Elif},
    Row{"else", Keyword::Else},
    Row{"fi", Keyword::Fi},
    Row{"while", Keyword::While},
    Row{"until", Keyword::Until},
    Row{"for", Keyword::For},
    Row{"foreach", Keyword::Foreach, OnlyZsh},
    Row{"select", Keyword::Select, Extended},
    Row{"repeat", Keyword::Repeat, OnlyZsh},
    Row{"do", Keyword::Do},
    Row{"done", Keyword::Done},
    Row{"end", Keyword::End, OnlyZsh},
    Row{"case", Keyword::Case},
    Row{"esac", Keyword::Esac},
    Row{"function", Keyword::Function, Extended},
    Row{"coproc", Keyword::Coproc, BashAndZsh},
    Row{"time", Keyword::Time, Extended},
    Row{"!", Keyword::Bang},
    Row{"{", Keyword::OpenBrace},
    Row{"}", Keyword::CloseBrace},
    Row{"[[", Keyword::OpenConditional, Extended},
});

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

Keyword keyword_of(std::string_view word, const Dialect& dialect) {
  const Row* row = keywords.find(word);
  return row != nullptr && known_in(row->scope, dialect) ? row->keyword : Keyword::None;
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
