// The files of this machine, as a verdict asks for them.
#pragma once

#include "approval/files.hpp"

namespace termhost::io {

class MachineFiles final : public approval::Files {
 public:
  [[nodiscard]] std::string real_path(std::string_view path) const override;
  /// As git looks (gitrepository-layout(5)): a `.git` first, then HEAD beside objects and refs, or beside a file that names
  /// where these are.
  [[nodiscard]] bool in_bare_repository(std::string_view folder) const override;
};

}  // namespace termhost::io
