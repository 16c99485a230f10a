#include "approval/programs/invocation.hpp"

#include <algorithm>

#include "approval/text.hpp"

namespace termhost::approval {

using shell::ShellWord;

bool unknown_start(const ShellWord& word) {
  return (!word.text.empty() && word.text.front() == shell::unknown_part) || (word.text.empty() && word.splits);
}

bool may_be_read_as_option(const ShellWord& word) {
  const std::string_view start = word.start();
  if (start.empty())
    return !word.known() && (word.splits || (word.unknown > shell::UnknownPart::Digits && !word.no_option));
  const bool other_dash =
      start.starts_with("\xE2\x80\x93") || start.starts_with("\xE2\x80\x94") || start.starts_with("\xE2\x80\x95");
  return (start[0] == '-' && (start.size() > 1 || !word.known())) || other_dash;
}

bool abbreviates(std::string_view written, std::string_view names) {
  while (!names.empty() && !written.empty()) {
    const std::size_t blank = std::min(names.find(' '), names.size());
    if (names.substr(0, blank).starts_with(written)) return true;
    names.remove_prefix(std::min(blank + 1, names.size()));
  }
  return false;
}

namespace {

/// Gives the option the rest of its word, or the next word, if it takes that. Returns the number of words of both.
std::size_t take_argument(Option& option, Takes takes, std::optional<std::string> attached,
                          std::span<const ShellWord> words) {
  option.argument_at = option.at;
  if (attached && takes != Takes::Nothing) {
    option.argument = std::move(attached);
    return 1;
  }
  if (takes != Takes::Argument || option.at + 1 >= words.size()) return 1;
  option.argument = words[option.at + 1].text;
  option.argument_at = option.at + 1;
  return 2;
}

std::size_t read_long(std::span<const ShellWord> words, std::size_t at, const OptionSyntax& syntax,
                      const std::function<void(const Option&)>& visit) {
  const std::string_view text = std::string_view(words[at].text).substr(2);
  const std::size_t equals = std::min(text.find('='), text.size());
  const OptionSyntax::Name known = syntax.name(text.substr(0, equals));
  Option option{.at = at, .name = text.substr(0, equals), .argument = {}, .known = known};
  const auto attached =
      equals < text.size() ? std::optional(std::string(text.substr(equals + 1))) : std::optional<std::string>();
  const Takes takes = attached ? Takes::Attached : known.takes;
  const std::size_t taken = take_argument(option, takes, attached, words);
  visit(option);
  return taken;
}

}  // namespace

bool Option::is(std::string_view letters, std::string_view names) const {
  return letter != 0 ? letters.find(letter) != std::string_view::npos
                     : !known.text.empty() && listed(names, known.text);
}

std::size_t read_option(std::span<const ShellWord> words, std::size_t at, const OptionSyntax& syntax,
                        const std::function<void(const Option&)>& visit) {
  const std::string& text = words[at].text;
  if (text.size() < 2 || text[0] != '-') return 0;
  if (text[1] == '-') return read_long(words, at, syntax, visit);
  const OptionSyntax::Name word =
      text.size() > 2 ? syntax.word(std::string_view(text).substr(1)) : OptionSyntax::Name{};
  Option whole{.at = at, .name = std::string_view(text).substr(1), .single_dash = true, .argument = {}, .known = word};
  const std::size_t of_word = take_argument(whole, word.takes, std::nullopt, words);
  visit(whole);
  if (word.takes == Takes::Argument) return of_word;
  for (std::size_t i = 1; i < text.size(); ++i) {
    const Takes takes = syntax.letter(text[i]);
    const bool last = i + 1 == text.size();
    Option option{.at = at, .letter = text[i], .name = {}, .argument = {}};
    const bool argued = takes == Takes::Argument || (takes == Takes::Attached && !last);
    const std::size_t taken = take_argument(
        option, takes, argued && !last ? std::optional(text.substr(i + 1)) : std::optional<std::string>(), words);
    visit(option);
    if (argued) return taken;
  }
  return 1;
}

Invocation read_invocation(std::span<const ShellWord> words, const OptionSyntax& syntax) {
  Invocation found{.options = {}, .operands = {}, .certain = words.size()};
  bool options_end = false;
  for (std::size_t at = 1; at < words.size();) {
    const ShellWord& word = words[at];
    if (!word.known()) found.certain = std::min(found.certain, at);
    if (!options_end && word.text == "--" && word.known()) {
      options_end = true;
      ++at;
    } else if (options_end || !may_be_read_as_option(word)) {
      found.operands.push_back(at++);
    } else if (word.start().empty()) {
      ++at;
    } else {
      at += std::max<std::size_t>(read_option(words, at, syntax,
                                              [&](const Option& option) {
                                                if (!option.single_dash || option.known.single_dash)
                                                  found.options.push_back(option);
                                                const bool unknown = option.letter == 0 && !option.single_dash &&
                                                                     option.known.text.empty() && !option.argument;
                                                if (unknown) found.certain = std::min(found.certain, at);
                                              }),
                                  1);
    }
  }
  return found;
}

}  // namespace termhost::approval
