#include "approval/programs/options.hpp"

#include <algorithm>

#include "approval/text.hpp"

namespace termhost::approval {

using shell::ShellWord;

bool unknown_start(const ShellWord& word) {
  return (!word.text.empty() && word.text.front() == shell::unknown_part) || (word.text.empty() && word.splits);
}

bool may_be_option(const ShellWord& word) {
  return unknown_start(word) || (word.text.size() > 1 && word.text.front() == '-');
}

bool may_be_read_as_option(const ShellWord& word) {
  const std::string_view start = word.start();
  if (start.empty())
    return !word.known() && (word.splits || (word.unknown > shell::UnknownPart::Letters && !word.no_option));
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

std::optional<std::string> next_word(std::span<const ShellWord> words, std::size_t at) {
  if (at + 1 >= words.size()) return std::nullopt;
  return words[at + 1].text;
}

std::size_t read_long(std::span<const ShellWord> words, std::size_t at, const OptionTable& table,
                      const std::function<void(const Option&)>& visit) {
  const std::string_view text = std::string_view(words[at].text).substr(2);
  const std::size_t equals = text.find('=');
  Option option{.at = at, .name = text.substr(0, equals), .argument = {}, .argument_at = at};
  if (equals != std::string_view::npos) {
    option.argument = std::string(text.substr(equals + 1));
    visit(option);
    return 1;
  }
  const bool takes = abbreviates(option.name, table.long_args);
  option.argument = next_word(words, at);
  option.argument_at = at + 1;
  visit(option);
  return takes && at + 1 < words.size() ? 2 : 1;
}

}  // namespace

std::size_t read_option(std::span<const ShellWord> words, std::size_t at, const OptionTable& table,
                        const std::function<void(const Option&)>& visit) {
  const std::string& text = words[at].text;
  if (text.size() < 2 || text[0] != '-') return 0;
  if (text[1] == '-') return read_long(words, at, table, visit);
  visit({.at = at,
         .name = std::string_view(text).substr(1),
         .single_dash = true,
         .argument = next_word(words, at),
         .argument_at = at + 1});
  if (text.size() > 2 && listed(table.long_args, std::string_view(text).substr(1)))
    return at + 1 < words.size() ? 2 : 1;
  for (std::size_t i = 1; i < text.size(); ++i) {
    const bool takes = table.short_args.find(text[i]) != std::string_view::npos;
    const bool last = i + 1 == text.size();
    Option option{.at = at, .letter = text[i], .name = {}, .argument = {}, .argument_at = at};
    if (last) {
      option.argument = next_word(words, at);
      option.argument_at = at + 1;
    } else {
      option.argument = text.substr(i + 1);
    }
    visit(option);
    if (takes) return last && at + 1 < words.size() ? 2 : 1;
  }
  return 1;
}

}  // namespace termhost::approval
