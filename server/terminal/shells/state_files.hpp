// The files with a shell's state, by the names that the shell has told in its marks. A program that runs in the
// terminal can write files too, but knows no name before the shell tells it.
#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include "base/ascii.hpp"

namespace termhost::terminal {

class StateFiles {
 public:
  /// At the first prompt; empty: not told yet.
  [[nodiscard]] const std::string& first() const { return first_; }
  /// At the end of the last command; empty: there was none.
  [[nodiscard]] const std::string& last() const { return last_; }

  /// The name of a file that nobody needs any more; empty: there is none. A name is a UUID, never a path.
  std::string told(std::string name) {
    const auto fits = [](char c) { return base::is_letter_or_digit(c) || c == '-'; };
    if (name.empty() || name.size() > longest_name || !std::all_of(name.begin(), name.end(), fits)) return {};
    return first_.empty() ? std::exchange(first_, std::move(name)) : std::exchange(last_, std::move(name));
  }

 private:
  static constexpr std::size_t longest_name = 64;
  std::string first_, last_;
};

}  // namespace termhost::terminal
