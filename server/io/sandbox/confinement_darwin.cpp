#include <cerrno>

#include "io/sandbox/confinement.hpp"
#include "io/sandbox/refusal_observer.hpp"
#include "io/sandbox/trial_changes.hpp"

namespace termhost::io {

const char* to_string(ConfinementStep) { return "confine itself on this system"; }
std::optional<ConfinementFailure> enter_view(const sandbox::Plan&, FileDescriptor&) {
  return ConfinementFailure{{}, ENOSYS};
}
std::optional<ConfinementFailure> give_up_rights(const sandbox::Plan&, FileDescriptor&) {
  return ConfinementFailure{{}, ENOSYS};
}

sandbox::Enforcement kernel_means(sandbox::Level /*level*/, bool has_view) {
  sandbox::Enforcement means;
  means.has_view = has_view;
  means.problem = "only Linux can confine a terminal";
  return means;
}

class RefusalObserver::Watch {};

RefusalObserver::RefusalObserver(FileDescriptor /*watched*/, sandbox::Plan /*plan*/, const FileDescriptor& /*layers*/) {
}
RefusalObserver::~RefusalObserver() = default;
std::vector<sandbox::Refusal> RefusalObserver::take() { return {}; }

sandbox::Changes read_changes(const FileDescriptor& /*layers*/, const sandbox::Plan& /*plan*/,
                              KnownChanges& /*known*/) {
  return {};
}

bool has_new_files(const sandbox::Plan& /*plan*/, std::chrono::system_clock::time_point /*begun*/) { return false; }

void remove_scratch_file(const FileDescriptor& /*layers*/, const std::string& /*name*/) {}

std::optional<std::string> read_scratch_file(const FileDescriptor& /*layers*/, const std::string& /*name*/) {
  return std::nullopt;
}

}  // namespace termhost::io
