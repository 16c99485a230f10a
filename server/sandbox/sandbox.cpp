#include "sandbox/sandbox.hpp"

namespace termhost::sandbox {

std::string_view to_string(Level level) {
  switch (level) {
    case Level::Off: return "off";
    case Level::Trial: return "trial";
    case Level::Workspace: return "workspace";
    case Level::ReadOnly: return "readOnly";
  }
  return "off";
}

std::string_view to_string(Network network) {
  switch (network) {
    case Network::None: return "none";
    case Network::Loopback: return "loopback";
    case Network::All: return "all";
  }
  return "none";
}

}  // namespace termhost::sandbox
