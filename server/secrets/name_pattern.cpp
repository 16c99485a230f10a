#include "secrets/name_pattern.hpp"

namespace termhost::secrets {

NamePattern::NamePattern(std::string_view name) : size_(name.size()) {
  for (std::size_t at = 0; at < name.size(); ++at) {
    std::uint8_t& kind = kinds_[static_cast<unsigned char>(name[at])];
    if (kind == 0) {
      kind = static_cast<std::uint8_t>(places_.size());
      places_.emplace_back();
    }
    places_[kind].set(at);
  }
  unknown_ = where(any_letters);
}

NamePattern::Places NamePattern::past_unknown(Places places) const {
  if (unknown_.none()) return places;
  for (Places more = places; (more = ((more & unknown_) << 1) & ~places).any();) places |= more;
  return places;
}

Reached::Reached(const NamePattern& pattern) : pattern_(&pattern) {
  at_.set(0);
  at_ = pattern.past_unknown(at_);
}

Reached Reached::then_one_of(std::span<const std::string_view> texts) const {
  NamePattern::Places any;
  if (at_.any())
    for (const std::string_view text : texts) any |= after(text);
  return {*pattern_, any};
}

Reached Reached::then_anything() const {
  Reached all = *this;
  for (std::size_t at = 0; at < pattern_->size(); ++at)
    if (all.at_[at]) all.at_.set(at + 1);
  return all;
}

NamePattern::Places Reached::after(std::string_view text) const {
  NamePattern::Places places = at_;
  for (const char letter : text) {
    places = pattern_->after(places, letter);
    if (places.none()) break;
  }
  return places;
}

}  // namespace termhost::secrets
