// Puts a plan upon the process that calls, between fork and exec: what it and all that it starts can never take off.
#pragma once

#include <optional>

#include "io/file_descriptor.hpp"
#include "sandbox/plan.hpp"

namespace termhost::io {

enum class ConfinementStep {
  Namespaces,
  Mounts,
  Loopback,
  Landlock,
  Capabilities,
  SystemCalls,
};
[[nodiscard]] const char* to_string(ConfinementStep step);

struct ConfinementFailure {
  ConfinementStep step = ConfinementStep::Namespaces;
  int error = 0;  ///< errno
};

/// A view of the files of its own, in which the current directory has to be entered again; nothing where the plan has
/// none. `layers`: for who reads what a trial has changed (trial_changes.hpp), and which mounts
/// are the terminal's own (own_mounts_linux.hpp).
[[nodiscard]] std::optional<ConfinementFailure> enter_view(const sandbox::Plan& plan, FileDescriptor& layers);
/// The last thing before exec. Nothing but the first three descriptors outlives that. `watched`: for who looks at what
/// is refused (refusal_observer.hpp); without an end where the kernel tells nobody.
[[nodiscard]] std::optional<ConfinementFailure> give_up_rights(const sandbox::Plan& plan, FileDescriptor& watched);

/// The means of this kernel for holding a terminal, and the gaps that they leave. It does not say if we may use them.
[[nodiscard]] sandbox::Enforcement kernel_means(sandbox::Level level, bool has_view);

}  // namespace termhost::io
