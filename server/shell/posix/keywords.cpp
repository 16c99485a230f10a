#include "shell/posix/keywords.hpp"

#include <array>

#include "shell/syntax/short_words.hpp"

namespace termhost::shell::posix {
namespace {

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

constexpr std::size_t longest_keyword = 8;

}  // namespace

Keyword keyword_of(std::string_view word, const Dialect& dialect) {
  const Row* row = keywords.find(word);
  return row != nullptr && known_in(row->scope, dialect) ? row->keyword : Keyword::None;
}

Keyword Keywords::look_up() {
  at_ = in_.p;
  turns_ = in_.turns;
  keyword_ = Keyword::None;
  const std::size_t begin = in_.over(in_.p);
  if (!is(in_.at(begin), StartsKeyword)) return keyword_;
  end_ = begin + 1;
  if (in_.shell.zsh && in_.at(begin) == '{') return keyword_ = Keyword::OpenBrace;  // zsh asks for no blank after it
  end_ = in_.end_of_run(end_, InKeyword);
  if (in_.continues(end_)) return look_up_joined(begin);
  if (!is_metacharacter(in_.at(end_))) return keyword_;
  return keyword_ = keyword_of(in_.text.substr(begin, end_ - begin), in_.shell);
}

// One that is cut by the end of a line.
Keyword Keywords::look_up_joined(std::size_t begin) {
  std::array<char, longest_keyword> word{};
  std::size_t length = 0;
  std::size_t i = begin;
  for (; !is_metacharacter(in_.at(i)); i = in_.over(i + 1)) {
    if (length == word.size()) return keyword_;
    word[length++] = in_.at(i);
  }
  end_ = i;
  return keyword_ = keyword_of({word.data(), length}, in_.shell);
}

}  // namespace termhost::shell::posix
