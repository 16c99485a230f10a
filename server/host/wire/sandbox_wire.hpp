// Refusals and changes of a sandbox, as values of the protocol and back.
#pragma once

#include <vector>

#include "protocol/sandbox.hpp"
#include "sandbox/changes.hpp"
#include "sandbox/refusal.hpp"

namespace termhost::host {

[[nodiscard]] std::vector<protocol::SandboxRefusal> to_wire(const std::vector<sandbox::Refusal>& refusals);
[[nodiscard]] std::vector<protocol::SandboxChange> to_wire(const std::vector<sandbox::Change>& changes);
[[nodiscard]] std::vector<sandbox::Refusal> from_wire(const std::vector<protocol::SandboxRefusal>& refusals);
[[nodiscard]] std::vector<sandbox::Change> from_wire(const std::vector<protocol::SandboxChange>& changes);

}  // namespace termhost::host
