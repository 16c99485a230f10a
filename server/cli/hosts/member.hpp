// The server of one host, where one agent has the servers of several (`mcp` with several `--on`). The names of its
// commands and tasks say which host they are of, so that a later call reaches it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace termhost::cli {

struct Member {
  std::size_t index = 0;
  std::size_t count = 1;  ///< of the hosts

  /// As an argument of the command line: "1/3".
  [[nodiscard]] std::string text() const;
  [[nodiscard]] static std::optional<Member> parse(std::string_view text);

  /// The name of the session, with which the names of its tasks begin.
  [[nodiscard]] std::string session(std::int64_t pid) const;
};

/// The host of an execution or an artifact, by the number in its name: each member uses every count-th number.
[[nodiscard]] std::optional<std::size_t> host_of_execution(std::string_view id, std::size_t count);
/// The host of a task.
[[nodiscard]] std::optional<std::size_t> host_of_task(std::string_view id, std::size_t count);

}  // namespace termhost::cli
