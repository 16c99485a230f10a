#include "terminal/completion.hpp"

namespace termhost::terminal {

std::string_view to_string(Evidence evidence) {
  switch (evidence) {
    case Evidence::None: return "";
    case Evidence::Wait: return "wait";
    case Evidence::EndEvent: return "end_event";
    case Evidence::EndMark: return "end_mark";
    case Evidence::NextPrompt: return "next_prompt";
    case Evidence::TerminalClosed: return "terminal_closed";
  }
  return "";
}

std::string_view to_string(Certainty certainty) {
  switch (certainty) {
    case Certainty::Certain: return "certain";
    case Certainty::Likely: return "likely";
    case Certainty::Unknown: return "unknown";
  }
  return "unknown";
}

std::string_view to_string(Integration integration) {
  switch (integration) {
    case Integration::None: return "none";
    case Integration::Basic: return "basic";
    case Integration::Rich: return "rich";
    case Integration::Owned: return "owned";
    case Integration::Pipes: return "pipes";
  }
  return "none";
}

}  // namespace termhost::terminal
