#include "approval/decision/decision.hpp"

#include <algorithm>

namespace termhost::approval {

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::Allow: return "allow";
    case Verdict::Ask: return "ask";
    case Verdict::Deny: return "deny";
  }
  return "ask";
}

sandbox::Level Decision::level(sandbox::Level set) const {
  if (commands.empty()) return set;
  sandbox::Level strictest = sandbox::Level::Off;
  for (const CommandVerdict& part : commands) strictest = std::max(strictest, part.place.level(set));
  return strictest;
}

}  // namespace termhost::approval
