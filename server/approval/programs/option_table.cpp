#include "approval/programs/option_table.hpp"

#include <algorithm>

#include "approval/text.hpp"

namespace termhost::approval {
namespace {

constexpr std::array<std::string_view, 14> effect_names{
    "code",         "script", "setting",     "rest",   "pattern",     "names-files", "recurses",
    "shows-others", "around", "shows-names", "widens", "shows-lines", "lists",       "follows"};

std::size_t place_of(char letter) { return static_cast<unsigned char>(letter) & 0x7FU; }

}  // namespace

std::uint32_t option_effect(std::string_view name) {
  const auto* const found = std::ranges::find(effect_names, name);
  return found == effect_names.end() ? 0 : 1U << static_cast<unsigned>(found - effect_names.begin());
}

OptionTable OptionTable::taking(std::string_view letters, std::string_view names) {
  OptionTable table;
  for (const char letter : letters) table.add_letter(letter, {.name = {}, .takes = Takes::Argument});
  for_each_part(names, ' ', [&](std::string_view name) { table.add_name({.name = name, .takes = Takes::Argument}); });
  table.allow_one_dash();
  return table;
}

void OptionTable::add_letter(char letter, OptionRow row) {
  std::uint8_t& place = places_[place_of(letter)];
  if (place == 0) {
    letters_.push_back(row);
    place = static_cast<std::uint8_t>(letters_.size());
    return;
  }
  row.effects |= letters_[place - 1U].effects;
  letters_[place - 1U] = row;
}

void OptionTable::add_name(OptionRow row) {
  const auto twin = std::ranges::find_if(
      names_, [&](const OptionRow& one) { return one.name == row.name && one.two_dashes == row.two_dashes; });
  if (twin == names_.end()) return names_.push_back(row);
  if (twin->takes != row.takes) twin->takes = Takes::Attached;  // `--color` and `--color=`
  if (row.kind != ArgumentKind::Any) twin->kind = row.kind;
  twin->more |= row.more;
  twin->effects |= row.effects;
}

void OptionTable::add(const OptionTable& other) {
  for (std::size_t letter = 0; letter < places_.size(); ++letter)
    if (places_[letter] == 0 && other.places_[letter] != 0)
      add_letter(static_cast<char>(letter), other.letters_[other.places_[letter] - 1U]);
  const std::size_t own = names_.size();
  for (const OptionRow& one : other.names_)
    if (std::none_of(names_.begin(), names_.begin() + static_cast<std::ptrdiff_t>(own),
                     [&](const OptionRow& mine) { return mine.name == one.name; }))
      names_.push_back(one);
}

void OptionTable::mark(std::string_view option, std::uint32_t effect) {
  if (option.starts_with("--")) {
    const auto row = std::ranges::find(names_, option.substr(2), &OptionRow::name);
    if (row != names_.end())
      row->effects |= effect;
    else
      names_.push_back({.name = option.substr(2), .effects = effect});
    return;
  }
  for (const char letter : option.substr(1)) {
    if (places_[place_of(letter)] == 0) add_letter(letter, {});
    letters_[places_[place_of(letter)] - 1U].effects |= effect;
  }
}

void OptionTable::allow_one_dash() {
  for (OptionRow& row : names_) {
    row.one_dash |= row.takes == Takes::Argument;
    row.two_dashes = true;
  }
}

const OptionRow* OptionTable::letter(char letter) const {
  const auto place = static_cast<unsigned char>(letter);
  return place >= places_.size() || places_[place] == 0 ? nullptr : &letters_[places_[place] - 1U];
}

const OptionRow* OptionTable::name(std::string_view written) const {
  const OptionRow* found = nullptr;
  for (const OptionRow& one : names_) {
    if (one.name == written) return &one;
    if (!one.two_dashes || written.empty() || !one.name.starts_with(written)) continue;
    if (found == nullptr || one.takes > found->takes) found = &one;
  }
  return found;
}

const OptionRow* OptionTable::word(std::string_view written) const {
  const auto found =
      std::ranges::find_if(names_, [&](const OptionRow& one) { return one.one_dash && one.name == written; });
  return found == names_.end() ? nullptr : &*found;
}

std::uint32_t OptionTable::effects_of(std::string_view written) const {
  std::uint32_t effects = 0;
  for (const OptionRow& one : names_) {
    if (one.name == written) return one.effects;
    if (!written.empty() && one.name.starts_with(written)) effects |= one.effects;
  }
  return effects;
}

bool OptionTable::has_words() const {
  return std::ranges::any_of(names_, [](const OptionRow& one) { return !one.two_dashes; });
}

}  // namespace termhost::approval
