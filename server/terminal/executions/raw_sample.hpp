// The first bytes of an output as they came: what kind of file it may be, and whether it is text at all. A terminal
// shows nothing of most bytes that are no text, so what was rendered does not tell.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace termhost::terminal {

class RawSample {
 public:
  void add(std::string_view bytes);

  /// The first eight.
  [[nodiscard]] const std::string& head() const { return head_; }
  /// Many control characters that no program writes to a terminal, or runs of NUL. Single NULs between names are text.
  [[nodiscard]] bool is_binary() const;

 private:
  std::string head_;
  std::size_t looked_at_ = 0, unprintable_ = 0;
  bool after_nul_ = false;
};

}  // namespace termhost::terminal
