// A name that is only partly known, matched against texts that follow one another.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace termhost::secrets {

constexpr char any_letters = '\0';     ///< in a name: a part of which only the run of a command knows what it is
constexpr std::size_t max_name = 255;  ///< bytes; no file system has longer ones

/// The letters of a name of at most max_name; any_letters may be any, or none.
class NamePattern {
 public:
  using Places = std::bitset<max_name + 2>;

  explicit NamePattern(std::string_view name);

  [[nodiscard]] std::size_t size() const { return size_; }
  /// From all of `places` at once, past one letter (the shift-and search of Baeza-Yates and Gonnet).
  [[nodiscard]] Places after(const Places& places, char letter) const {
    return past_unknown(((places & where(letter)) << 1) | (places & unknown_));
  }
  /// An unknown part may be empty.
  [[nodiscard]] Places past_unknown(Places places) const;

 private:
  [[nodiscard]] const Places& where(char letter) const { return places_[kinds_[static_cast<unsigned char>(letter)]]; }

  std::size_t size_;
  std::array<std::uint8_t, 256> kinds_{};  // of each letter, where in places_; 0: the name has none
  std::vector<Places> places_ = std::vector<Places>(1);
  Places unknown_;
};

/// How far into a pattern texts have led that follow one another.
class Reached {
 public:
  /// `pattern` lives longer.
  explicit Reached(const NamePattern& pattern);

  /// The texts may be all of the name.
  [[nodiscard]] bool whole() const { return at_[pattern_->size()]; }

  [[nodiscard]] Reached then(std::string_view text) const { return {*pattern_, after(text)}; }
  [[nodiscard]] Reached then_one_of(std::span<const std::string_view> texts) const;
  [[nodiscard]] Reached then_anything() const;
  [[nodiscard]] Reached operator|(const Reached& other) const { return {*pattern_, at_ | other.at_}; }

 private:
  Reached(const NamePattern& pattern, const NamePattern::Places& at) : pattern_(&pattern), at_(at) {}
  [[nodiscard]] NamePattern::Places after(std::string_view text) const;

  const NamePattern* pattern_;
  NamePattern::Places at_;
};

}  // namespace termhost::secrets
