// Accesses that a sandbox has refused to its processes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace termhost::sandbox {

enum class RefusedAccess {
  Write,       ///< of a file or folder, or of its name: made, removed, renamed
  Connection,  ///< to an address
  Network,     ///< any at all
};
[[nodiscard]] std::string_view to_string(RefusedAccess access);  ///< "write", "connect", "network"

struct Refusal {
  RefusedAccess access = RefusedAccess::Write;
  std::string target;  ///< an absolute path, or "ADDRESS:PORT"; empty for Network
  friend bool operator==(const Refusal&, const Refusal&) = default;
};

/// The limit of reports for one command.
inline constexpr std::size_t most_refusals = 16;

/// Adds a refusal if it is new and the list is not full.
void add(std::vector<Refusal>& all, Refusal refusal);

/// "writing '/etc/x', a connection to 192.0.2.1:80 and the network"; of more than four how many more there are.
[[nodiscard]] std::string to_string(const std::vector<Refusal>& all);

}  // namespace termhost::sandbox
