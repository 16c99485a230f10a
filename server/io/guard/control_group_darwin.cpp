#include "io/guard/control_group.hpp"

namespace termhost::io {

std::optional<ControlGroup> ControlGroup::make(const std::string& /*name*/) { return std::nullopt; }
std::optional<ControlGroup> ControlGroup::find(const std::string& /*name*/) { return std::nullopt; }
ControlGroup::~ControlGroup() = default;
pid_t ControlGroup::fork() const { return -1; }
bool ControlGroup::freeze() const { return false; }
void ControlGroup::thaw() const {}
bool ControlGroup::kill() const { return false; }

}  // namespace termhost::io
