// A name that is only partly known, matched against a sequence of texts.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace termhost::secrets {

constexpr char any_letters = '\0';      ///< in a name: a part of which only the run of a command knows what it is
constexpr std::size_t max_name = 255;   ///< bytes; no file system has longer ones
constexpr std::size_t short_name = 62;  ///< bytes, as nearly all have: their places are bits of one word

/// The letters of a name of at most `Longest`; any_letters may be any, or none.
template <std::size_t Longest>
class NamePattern {
 public:
  using Places = std::bitset<Longest + 2>;

  explicit NamePattern(std::string_view name) : size_(name.size()) {
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

  [[nodiscard]] std::size_t size() const { return size_; }
  /// Moves all of `places` at once, past one letter (the shift-and search of Baeza-Yates and Gonnet).
  [[nodiscard]] Places after(const Places& places, char letter) const {
    return past_unknown(((places & where(letter)) << 1) | (places & unknown_));
  }
  /// An unknown part may be empty.
  [[nodiscard]] Places past_unknown(Places places) const {
    if (unknown_.none()) return places;
    for (Places more = places; (more = ((more & unknown_) << 1) & ~places).any();) places |= more;
    return places;
  }

 private:
  [[nodiscard]] const Places& where(char letter) const { return places_[kinds_[static_cast<unsigned char>(letter)]]; }

  std::size_t size_;
  std::array<std::uint8_t, 256> kinds_{};  // of each letter, where in places_; 0: the name has none
  std::vector<Places> places_ = std::vector<Places>(1);
  Places unknown_;
};

/// The progress of a match: the positions of a pattern that a sequence of texts may have reached.
template <std::size_t Longest>
class Reached {
 public:
  using Pattern = NamePattern<Longest>;

  /// `pattern` lives longer.
  explicit Reached(const Pattern& pattern) : pattern_(&pattern) {
    at_.set(0);
    at_ = pattern.past_unknown(at_);
  }

  /// The texts may be all of the name.
  [[nodiscard]] bool whole() const { return at_[pattern_->size()]; }

  [[nodiscard]] Reached then(std::string_view text) const { return {*pattern_, after(text)}; }
  [[nodiscard]] Reached then_one_of(std::span<const std::string_view> texts) const {
    typename Pattern::Places any;
    if (at_.any())
      for (const std::string_view text : texts) any |= after(text);
    return {*pattern_, any};
  }
  [[nodiscard]] Reached then_anything() const {
    Reached all = *this;
    for (std::size_t at = 0; at < pattern_->size(); ++at)
      if (all.at_[at]) all.at_.set(at + 1);
    return all;
  }
  [[nodiscard]] Reached operator|(const Reached& other) const { return {*pattern_, at_ | other.at_}; }

 private:
  Reached(const Pattern& pattern, const typename Pattern::Places& at) : pattern_(&pattern), at_(at) {}
  [[nodiscard]] typename Pattern::Places after(std::string_view text) const {
    typename Pattern::Places places = at_;
    for (const char letter : text) {
      places = pattern_->after(places, letter);
      if (places.none()) break;
    }
    return places;
  }

  const Pattern* pattern_;
  typename Pattern::Places at_;
};

}  // namespace termhost::secrets
