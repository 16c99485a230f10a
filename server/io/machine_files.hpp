// The files of this machine, as a verdict asks for them.
#pragma once

#include "approval/files.hpp"

namespace termhost::io {

class MachineFiles final : public approval::Files {
 public:
  [[nodiscard]] std::string real_path(std::string_view path) const override;
};

}  // namespace termhost::io
