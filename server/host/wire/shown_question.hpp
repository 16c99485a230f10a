// A question as a user is shown it, whichever front end asks: nothing of it can hide, and the gravest part comes first.
#pragma once

#include <string>
#include <vector>

#include "host/ports/shim.hpp"

namespace termhost::host {

struct ShownQuestion {
  std::string text;  ///< what would run or be typed, see text/visible.hpp
  std::string size;  ///< of it, in words
  std::string target, cwd, reason, place;
  std::vector<protocol::CommandVerdict> parts;
  std::vector<std::string> suggestions;  ///< those whose text is seen as it is
};

[[nodiscard]] ShownQuestion shown(const ApprovalQuestion& question);

}  // namespace termhost::host
