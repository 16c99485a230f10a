#include "approval/nested/unwrap_language.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "approval/places/paths.hpp"
#include "approval/programs/invocation.hpp"
#include "approval/programs/program_kinds.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

using shell::ShellWord;

/// True if the word means the command's input, and is not a file with a name.
bool stands_for_input(const ShellWord& word) {
  const bool pipe = word.text.size() == 2 && word.text[0] == '/' && word.unknown == shell::UnknownPart::Digits;
  return word.text == "-" || is_input(word.text) || (!word.known() && pipe);
}

/// `--import=data:…`, `-d auto_prepend_file=…`: code in the word itself, or a file that the program runs before its
/// own.
bool brings_code(std::string_view text) {
  return text.starts_with("data:") || text.find("=data:") != std::string_view::npos ||
         text.find("auto_prepend_file=") != std::string_view::npos ||
         text.find("auto_append_file=") != std::string_view::npos;
}

class LanguageReading {
 public:
  LanguageReading(const CommandView& command, const Wrapper& row, std::size_t first, std::vector<NestedCommand>& found)
      : words_(command.words),
        row_(row),
        stdin_redirected_(command.input != nullptr || command.piped),
        at_(first),
        found_(found) {}

  void run() {
    std::size_t operands = 0;
    bool options_end = false;
    for (std::size_t at = at_; at < words_.size(); ++at)
      if (brings_code(words_[at].text)) code(at);
    for (; at_ < words_.size(); ++at_) {
      const std::size_t taken =
          options_end ? 0 : read_option(words_, at_, row_.options, [&](const Option& o) { option(o); });
      if (taken > 0) at_ += taken - 1;
      if (taken > 0 && words_[at_].text != "--") continue;
      if (words_[at_].text == "--") {
        options_end = true;
        continue;
      }
      if (is_plus_code(words_[at_].text)) code(at_);
      reads_text_ |= words_[at_].text == "-" && has(PlusIsCode);
      if (has(PlusIsCode) && words_[at_ - 1].text == "-s" && stands_for_input(words_[at_])) code(at_);  // keys to type
      if (++operands == 1 && has(IsScript)) return script();
      if (row_.runs != Runs::Nothing && operands > row_.operands) return code(at_, words_[at_].text);
    }
    const bool reads_code = has(InputIsCode) ? !reads_text_ : has(IsScript) && !has_script_;
    if (stdin_redirected_ && reads_code) code(words_.size());
  }

 private:
  [[nodiscard]] bool has(std::uint32_t flag) const { return (row_.flags & flag) != 0; }

  void code(std::size_t at) {
    found_.push_back(
        NestedCommand::not_known(at, fmt::format("`{}` runs code of its own language", program_name(words_[0].text))));
  }

  /// If the language starts a shell by a word of its own (`!`), the text after it is read.
  void code(std::size_t at, std::string_view text) {
    code(at);
    for (const std::string_view lead : {"!", "shell ", ".shell ", ".system ", "\\!"}) {
      if (!text.starts_with(lead)) continue;
      found_.push_back(NestedCommand::of_code(at, std::string(text.substr(lead.size())),
                                              fmt::format("`{}` runs another command", program_name(words_[0].text))));
      return;
    }
  }

  void script() {
    if (!has_script_ && stands_for_input(words_[at_])) code(at_);
  }

  [[nodiscard]] bool is_plus_code(std::string_view text) const {
    if (!has(PlusIsCode) || !text.starts_with('+') || text.size() < 2) return false;
    return !text.starts_with("+/") && !std::all_of(text.begin() + 1, text.end(), is_digit) && text != "+G";
  }

  void option(const Option& option) {
    if (!option.argument) return;
    if (option.has(HoldsCode)) {
      has_script_ = true;
      code(option.argument_at, *option.argument);
    } else if (option.has(HoldsScript)) {
      has_script_ = true;
      const bool next = option.argument_at > option.at;
      const ShellWord word = next ? words_[option.argument_at] : ShellWord{*option.argument};
      if (stands_for_input(word)) code(option.argument_at);
    }
  }

  std::span<const ShellWord> words_;
  const Wrapper& row_;
  bool stdin_redirected_;
  std::size_t at_;
  std::vector<NestedCommand>& found_;
  bool has_script_ = false;
  bool reads_text_ = false;  ///< vim's `-`: what it reads is a text
};

}  // namespace

void read_language(const CommandView& command, const Wrapper& row, std::size_t first,
                   std::vector<NestedCommand>& found) {
  LanguageReading(command, row, first, found).run();
}

}  // namespace termhost::approval
