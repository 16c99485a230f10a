// Lines that somebody was told while they could still change, compared with what became of them: new is everything from
// the first line that differs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace termhost::terminal {

class ToldLines {
 public:
  /// `lines`: what stood behind the final text when it was told; the last one may go on.
  explicit ToldLines(std::string lines = {}) : lines_(std::move(lines)) {}

  /// The next of what stands there now, cut anywhere. Returns what of it is new for sure; what of its line came
  /// again is in begun().
  [[nodiscard]] std::string_view pass(std::string_view text);
  /// Nothing more comes.
  void end();

  /// All that came until now was told.
  [[nodiscard]] bool same() const { return !differs_; }
  /// The text that came again and stays told. Once something differs, only its whole lines stay.
  [[nodiscard]] std::string_view stays() const { return std::string_view(lines_).substr(0, differs_ ? stays_ : same_); }
  /// Once something differs: the bytes of the first new line that came again.
  [[nodiscard]] std::string_view begun() const {
    return std::string_view(lines_).substr(stays().size(), same_ - stays().size());
  }

 private:
  void differ();

  std::string lines_;
  std::size_t same_ = 0;   ///< bytes that came again
  std::size_t stays_ = 0;  ///< of them, in lines that did not change
  bool differs_ = false;
};

}  // namespace termhost::terminal
