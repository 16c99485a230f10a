#include "io/machine_files.hpp"

#include <filesystem>

namespace termhost::io {

std::string MachineFiles::real_path(std::string_view path) const {
  std::error_code failed;  // who can't follow it can't read it either
  const std::filesystem::path real = std::filesystem::weakly_canonical(path, failed);
  return failed ? std::string(path) : real.string();
}

}  // namespace termhost::io
