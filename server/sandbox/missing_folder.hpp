// The words for a folder that a terminal can't enter, although it may be there outside of a trial.
#pragma once

#include <string_view>

namespace termhost::sandbox {

/// The end of a sentence about such a folder, without its full stop.
[[nodiscard]] constexpr std::string_view why_missing(bool is_trial) {
  return is_trial ? "; a trial sees only a part of the home folder (setting `sandbox.readable`)" : "";
}

}  // namespace termhost::sandbox
