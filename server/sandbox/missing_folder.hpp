// The words for a folder that a terminal can't enter, although it may be there outside of a trial.
#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "sandbox/sandbox.hpp"

namespace termhost::sandbox {

/// The end of a sentence about such a folder, without its full stop.
[[nodiscard]] constexpr std::string_view why_missing(bool is_trial) {
  return is_trial ? "; a trial sees only a part of the home folder (setting `sandbox.readable`)" : "";
}

[[nodiscard]] inline std::string missing_folder(std::string_view folder, const Sandbox& sandbox) {
  return fmt::format("the directory '{}' does not exist or can't be entered{}", folder,
                     why_missing(sandbox.level == Level::Trial));
}

}  // namespace termhost::sandbox
