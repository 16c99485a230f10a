// The reasons why a shell could not be started.
#pragma once

#include <string>

namespace termhost::host {

enum class OpenErrorCode { ShellNotFound, DirectoryNotFound, NoPty, SpawnFailed, NotConfined };

struct OpenError {
  OpenErrorCode code = OpenErrorCode::SpawnFailed;
  std::string context;  ///< one sentence: what, where, what to do
};

[[nodiscard]] std::string to_string(const OpenError& error);

}  // namespace termhost::host
