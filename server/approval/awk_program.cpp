#include "approval/options.hpp"
#include "approval/programs.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

using shell::ShellWord;

/// Reads an awk program's tokens as far as it takes to tell strings and patterns from code.
class AwkScanner {
 public:
  explicit AwkScanner(std::string_view text) : text_(text) {}

  std::optional<Concern> run() {
    if (text_.find(shell::unknown_part) != std::string_view::npos)
      return runs("its program is known only when it runs");
    std::optional<Concern> concern;
    while (at_ < text_.size() && !concern) concern = token();
    return concern;
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  /// Which of the program's strings is the command is not followed: any may be.
  [[nodiscard]] Concern runs(std::string reason) const {
    Concern concern{.reason = std::move(reason), .runs_code = true, .code = {}};
    for (std::size_t open = text_.find('"'); open != std::string_view::npos; open = text_.find('"', open + 1)) {
      const std::size_t begin = open + 1;
      for (open = begin; open < text_.size() && text_[open] != '"'; ++open)
        if (text_[open] == '\\') ++open;
      if (open >= text_.size()) break;
      concern.code.append(text_.substr(begin, open - begin)) += '\n';
    }
    return concern;
  }

  std::optional<Concern> token() {
    const char c = peek();
    if (c == '"' || (c == '/' && !value_before_)) {
      skip_quoted(c);
      value_before_ = true;
    } else if (c == '#') {
      skip_comment();
    } else if (is_name_start(c)) {
      return name();
    } else if (c == '@') {
      return runs("its program loads or calls what only the run knows");
    } else if (c == '|' && peek(1) == '|') {
      at_ += 2;
      value_before_ = false;
    } else if (c == '|') {
      return runs("its program runs another program through a pipe");
    } else if (c == '>' && printing_ && depth_ == 0) {
      return Concern{.reason = "its program writes a file", .code = {}};
    } else {
      punctuation(c);
    }
    return std::nullopt;
  }

  void punctuation(char c) {
    if (c == '(' || c == '[') ++depth_;
    if (c == ')' || c == ']') --depth_;
    if (c == ';' || c == '\n' || c == '{' || c == '}') {
      printing_ = false;
      depth_ = 0;
    }
    if (c != ' ' && c != '\t') value_before_ = c == ')' || c == ']' || c == '$' || is_digit(c);
    ++at_;
  }

  std::optional<Concern> name() {
    const std::size_t start = at_;
    while (is_name_char(peek())) ++at_;
    const std::string_view word = text_.substr(start, at_ - start);
    if (word == "system") return runs("its program runs another program with system()");
    const bool prints = word == "print" || word == "printf";
    if (prints) {
      printing_ = true;
      depth_ = 0;
    }
    value_before_ = !prints && !listed("in return if while else do case delete exit getline", word);
    return std::nullopt;
  }

  void skip_quoted(char quote) {
    bool bracket = false;  // a slash inside […] does not end a pattern
    for (++at_; at_ < text_.size() && (bracket || peek() != quote); ++at_) {
      if (peek() == '\\')
        ++at_;
      else if (quote == '/' && peek() == '[')
        bracket = true;
      else if (quote == '/' && peek() == ']')
        bracket = false;
    }
    ++at_;
  }
  void skip_comment() {
    while (at_ < text_.size() && peek() != '\n') ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool value_before_ = false;  ///< then a slash divides
  bool printing_ = false;
};

}  // namespace

std::optional<Concern> awk_concern(std::string_view program) { return AwkScanner(program).run(); }

void find_awk_concerns(std::span<const ShellWord> words, std::vector<Concern>& found) {
  const OptionTable table{"FvfeilE", "field-separator assign file source include load exec"};
  std::size_t at = 1;
  bool has_program = false;
  const auto check = [&](std::string_view program, std::size_t where) {
    has_program = true;
    if (std::optional<Concern> concern = awk_concern(program)) {
      concern->at = where;
      found.push_back(std::move(*concern));
    }
  };
  while (at < words.size() && words[at].text != "--") {
    if (unknown_start(words[at])) break;
    const std::size_t taken = read_option(words, at, table, [&](const Option& option) {
      if (!option.argument) return;
      const auto is = [&](char letter, std::string_view name) {
        return option.letter == letter ||
               (!option.name.empty() && !option.single_dash && name.starts_with(option.name));
      };
      if (is('e', "source")) return check(*option.argument, option.argument_at);
      const bool reads = is('f', "file") || is('i', "include") || is('l', "load") || is('E', "exec");
      has_program |= is('f', "file") || is('E', "exec");
      if (reads) found.push_back({option.argument_at, "its program is in a file", false, {}});
    });
    if (taken == 0) break;
    at += taken;
  }
  if (at < words.size() && words[at].text == "--") ++at;
  if (!has_program && at < words.size()) check(words[at].splits ? std::string_view("\0", 1) : words[at].text, at);
}

}  // namespace termhost::approval
