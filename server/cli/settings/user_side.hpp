// The user's side of a command: this machine, or another one from which a termhost has started this one (`--on`).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "cli/settings/user_files.hpp"
#include "host/state/shared_folder.hpp"
#include "io/handle.hpp"

namespace termhost::cli {

struct UserSide {
  std::string machine;                     ///< the user's name for this machine; empty: it is the user's own
  host::SharedFolder shared;               ///< of both machines; nothing: none is known
  std::optional<UserFiles> files;          ///< handed over; nothing: they are on this machine
  std::function<void()> accepted = [] {};  ///< a server calls it before its first message
  std::function<void(std::string_view)> print = [](std::string_view text) {
    (void)io::write_whole(io::standard_output, text);
  };

  [[nodiscard]] bool elsewhere() const { return !machine.empty(); }
  /// `policy`: the file that --policy names here; empty: none.
  [[nodiscard]] UserFiles files_with(const std::string& policy) const {
    return files ? *files : read_user_files(policy);
  }
};

}  // namespace termhost::cli
