#include "io/sandbox/confinement.hpp"

#include <cerrno>

namespace termhost::io {

const char* to_string(ConfinementStep) { return "confine itself on this system"; }
std::optional<ConfinementFailure> enter_view(const sandbox::Plan&) { return ConfinementFailure{{}, ENOSYS}; }
std::optional<ConfinementFailure> give_up_rights(const sandbox::Plan&, FileDescriptor&) {
  return ConfinementFailure{{}, ENOSYS};
}

}  // namespace termhost::io
