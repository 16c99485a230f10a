#include "shell/posix_tokens/keywords.hpp"

#include <array>

#include "shell/syntax/short_words.hpp"

namespace termhost::shell::posix {
namespace {

enum Scope : std::uint8_t { Everywhere, Extended, BashAndZsh, OnlyZsh };

struct KeywordRow {
  std::string_view word;
  Keyword keyword;
  Scope scope = Everywhere;
};

constexpr WordTable keywords(std::array{
    KeywordRow{"if", Keyword::If},
    KeywordRow{"then", Keyword::Then},
    KeywordRow{"elif", Keyword::Elif},
    KeywordRow{"else", Keyword::Else},
    KeywordRow{"fi", Keyword::Fi},
    KeywordRow{"while", Keyword::While},
    KeywordRow{"until", Keyword::Until},
    KeywordRow{"for", Keyword::For},
    KeywordRow{"foreach", Keyword::Foreach, OnlyZsh},
    KeywordRow{"select", Keyword::Select, Extended},
    KeywordRow{"repeat", Keyword::Repeat, OnlyZsh},
    KeywordRow{"do", Keyword::Do},
    KeywordRow{"done", Keyword::Done},
    KeywordRow{"end", Keyword::End, OnlyZsh},
    KeywordRow{"case", Keyword::Case},
    KeywordRow{"esac", Keyword::Esac},
    KeywordRow{"function", Keyword::Function, Extended},
    KeywordRow{"coproc", Keyword::Coproc, BashAndZsh},
    KeywordRow{"time", Keyword::Time, Extended},
    KeywordRow{"!", Keyword::Bang},
    KeywordRow{"{", Keyword::OpenBrace},
    KeywordRow{"}", Keyword::CloseBrace},
    KeywordRow{"[[", Keyword::OpenConditional, Extended},
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
  const KeywordRow* row = keywords.find(word);
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
