#include "io/machine_files.hpp"

#include <filesystem>
#include <system_error>

namespace termhost::io {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code failed;  // what cannot be looked at is nothing that git reads
  return fs::exists(fs::symlink_status(path, failed));
}

}  // namespace

std::string MachineFiles::real_path(std::string_view path) const {
  std::error_code failed;  // who can't follow it can't read it either
  const fs::path real = fs::weakly_canonical(path, failed);
  return failed ? std::string(path) : real.string();
}

bool MachineFiles::in_bare_repository(std::string_view written) const {
  for (fs::path folder = real_path(written); folder.is_absolute(); folder = folder.parent_path()) {
    if (is_there(folder / ".git")) return false;
    const bool complete = is_there(folder / "objects") && is_there(folder / "refs");
    if (is_there(folder / "HEAD") && (complete || is_there(folder / "commondir"))) return true;
    if (folder == folder.parent_path()) return false;
  }
  return false;
}

}  // namespace termhost::io
