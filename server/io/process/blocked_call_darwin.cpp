#include "io/process/blocked_call.hpp"

namespace termhost::io {

std::optional<std::vector<int>> awaited_descriptors(pid_t /*pid*/) { return std::nullopt; }

}  // namespace termhost::io
