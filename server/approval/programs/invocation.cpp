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

namespace {

using Visit = std::function<void(const Option&)>;

/// Gives the option the rest of its word, or the next words, if it takes that. Returns the number of words of both.
std::size_t take_argument(Option& option, Takes takes, std::optional<std::string_view> attached,
                          std::span<const ShellWord> words) {
  option.argument_at = option.at;
  if (attached && takes != Takes::Nothing) {
    option.argument = *attached;
    return 1;
  }
  if (takes != Takes::Argument || option.at + 1 >= words.size()) return 1;
  option.argument = words[option.at + 1].text;
  option.argument_at = option.at + 1;
  return std::min<std::size_t>(1U + option.row->words, words.size() - option.at);
}

/// The length of the name in `name=value`, or in `name:value` if the option of this name takes an argument.
std::size_t name_length(std::string_view text, const OptionTable& table) {
  const std::size_t end = std::min(text.find_first_of("=:"), text.size());
  if (end == text.size() || text[end] == '=') return end;
  const OptionRow* const row = table.name(text.substr(0, end));
  const bool takes = row != nullptr && row->name.size() == end && row->takes != Takes::Nothing;
  return takes ? end : std::min(text.find('='), text.size());
}

std::optional<std::string_view> value_after(std::string_view text, std::size_t name) {
  return name < text.size() ? std::optional(text.substr(name + 1)) : std::nullopt;
}

std::size_t read_long(std::span<const ShellWord> words, std::size_t at, const OptionTable& table, const Visit& visit) {
  const std::string_view text = std::string_view(words[at].text).substr(2);
  const std::string_view name = text.substr(0, name_length(text, table));
  Option option{.at = at, .name = name, .argument = {}, .row = table.name(name), .effects = table.effects_of(name)};
  const auto attached = value_after(text, name.size());
  const Takes takes = attached ? Takes::Attached : option.row == nullptr ? Takes::Nothing : option.row->takes;
  const std::size_t taken = take_argument(option, takes, attached, words);
  visit(option);
  return taken;
}

/// `-name`, `-name=value`. 0: it may be letters.
std::size_t read_word(std::span<const ShellWord> words, std::size_t at, const OptionTable& table, const Visit& visit) {
  const std::string_view text = std::string_view(words[at].text).substr(1);
  const std::string_view name = text.substr(0, name_length(text, table));
  Option option{.at = at, .name = name, .single_dash = true, .argument = {}};
  option.row = table.word(name);
  if (name.size() == 1 && (option.row == nullptr || option.row->two_dashes)) return 0;
  option.effects = option.row == nullptr ? 0 : option.row->effects;
  const auto attached = value_after(text, name.size());
  const Takes takes = attached ? Takes::Attached : option.row == nullptr ? Takes::Nothing : option.row->takes;
  const std::size_t taken = take_argument(option, takes, attached, words);
  visit(option);
  const bool whole = option.row != nullptr && (!option.row->two_dashes || (takes == Takes::Argument && !attached));
  return whole ? taken : 0;
}

}  // namespace

bool Option::is(std::string_view letters, std::string_view names) const {
  return letter != 0 ? letters.find(letter) != std::string_view::npos : row != nullptr && listed(names, row->name);
}

std::size_t read_option(std::span<const ShellWord> words, std::size_t at, const OptionTable& table,
                        const Visit& visit) {
  const std::string_view text = words[at].text;
  if (text.size() < 2 || text[0] != '-') return 0;
  if (text[1] == '-') return read_long(words, at, table, visit);
  if (const std::size_t taken = read_word(words, at, table, visit); taken > 0) return taken;
  for (std::size_t i = 1; i < text.size(); ++i) {
    Option option{.at = at, .letter = text[i], .name = {}, .argument = {}, .row = table.letter(text[i])};
    if (option.row != nullptr) option.effects = option.row->effects;
    const Takes takes = option.row == nullptr ? Takes::Nothing : option.row->takes;
    const bool last = i + 1 == text.size();
    const std::size_t taken =
        take_argument(option, takes, last ? std::nullopt : std::optional(text.substr(i + 1)), words);
    visit(option);
    if (takes == Takes::Argument || (takes == Takes::Attached && !last)) return taken;
  }
  return 1;
}

Invocation read_invocation(std::span<const ShellWord> words, const OptionTable& table) {
  Invocation found{.options = {}, .operands = {}, .unknown = {}, .certain = words.size()};
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
      found.unknown.push_back(at++);
    } else {
      at += std::max<std::size_t>(
          read_option(words, at, table,
                      [&](const Option& option) {
                        if (!option.single_dash || (option.row != nullptr && !option.row->two_dashes))
                          found.options.push_back(option);
                        const bool unknown =
                            option.letter == 0 && !option.single_dash && option.row == nullptr && !option.argument;
                        if (unknown) found.certain = std::min(found.certain, at);
                      }),
          1);
    }
  }
  return found;
}

}  // namespace termhost::approval
