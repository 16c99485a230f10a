#include "approval/programs/option_syntax.hpp"

#include <algorithm>

#include "approval/text.hpp"

namespace termhost::approval {

OptionSyntax OptionSyntax::taking(std::string_view letters, std::string_view names) {
  OptionSyntax syntax;
  syntax.add_letters(letters, Takes::Argument);
  syntax.add_names(names, Takes::Argument);
  return syntax;
}

void OptionSyntax::add_letters(std::string_view letters, Takes takes) {
  for (const char letter : letters) letters_[static_cast<unsigned char>(letter) & 0x7FU] = takes;
}

void OptionSyntax::add_names(std::string_view names, Takes takes, bool single_dash) {
  for_each_part(names, ' ', [&](std::string_view text) {
    const auto twin = std::ranges::find_if(
        names_, [&](const Name& one) { return one.text == text && one.single_dash == single_dash; });
    if (twin == names_.end())
      names_.push_back({text, takes, single_dash});
    else if (twin->takes != takes)
      twin->takes = Takes::Attached;  // `--color` and `--color=`
  });
}

void OptionSyntax::add(const OptionSyntax& other) {
  for (std::size_t at = 0; at < letters_.size(); ++at)
    if (letters_[at] == Takes::Unknown) letters_[at] = other.letters_[at];
  const std::size_t own = names_.size();
  for (const Name& one : other.names_)
    if (std::none_of(names_.begin(), names_.begin() + static_cast<std::ptrdiff_t>(own),
                     [&](const Name& mine) { return mine.text == one.text; }))
      names_.push_back(one);
}

Takes OptionSyntax::letter(char letter) const {
  const auto place = static_cast<unsigned char>(letter);
  return place < letters_.size() ? letters_[place] : Takes::Unknown;
}

OptionSyntax::Name OptionSyntax::name(std::string_view written) const {
  Name found;
  for (const Name& one : names_) {
    if (one.single_dash || written.empty() || !one.text.starts_with(written)) continue;
    if (one.text == written) return one;
    if (found.text.empty() || one.takes > found.takes) found = one;
  }
  return found;
}

OptionSyntax::Name OptionSyntax::word(std::string_view written) const {
  const auto found = std::ranges::find_if(names_, [&](const Name& one) {
    return one.text == written && (one.single_dash || one.takes == Takes::Argument);
  });
  return found == names_.end() ? Name{} : *found;
}

}  // namespace termhost::approval
