#include "cli/remote/sent_programs.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include "io/process/own_process.hpp"

namespace termhost::cli {
namespace {

namespace fs = std::filesystem;

/// Two machines of different versions may send theirs in turn. And on a file system of several machines, another one
/// may run it.
constexpr std::chrono::hours unused_time{7 * 24};

/// As the script names it that receives a program; a dot is before the name until it is complete.
bool is_sent_program(const fs::path& file) {
  const std::string name = file.filename().string();
  return name.starts_with("termhost-linux-") || name.starts_with(".termhost-linux-");
}

/// The system lets nobody write to a program that runs.
bool runs(const fs::path& file) { return !std::fstream(file, std::ios::in | std::ios::out).is_open(); }

bool is_unused(const fs::directory_entry& file) {
  std::error_code unknown;
  if (!is_sent_program(file.path()) || file.symlink_status(unknown).type() != fs::file_type::regular) return false;
  const auto used = file.last_write_time(unknown);
  return !unknown && fs::file_time_type::clock::now() - used > unused_time && !runs(file.path());
}

void tidy(const fs::path& version) {
  std::error_code ignored;
  bool removed = false;
  for (const fs::directory_entry& file : fs::directory_iterator(version, ignored))
    if (is_unused(file)) removed = fs::remove(file.path(), ignored) || removed;
  if (removed) fs::remove(version, ignored);  // if nothing else is in it
}

}  // namespace

void tidy_sent_programs() {
  std::error_code ignored;
  const fs::path own = fs::canonical(io::own_program(), ignored), all = own.parent_path().parent_path();
  if (!is_sent_program(own) || own.parent_path().filename() != TERMHOST_VERSION || all.filename() != "termhost") return;
  fs::last_write_time(own, fs::file_time_type::clock::now(), ignored);
  for (const fs::directory_entry& version : fs::directory_iterator(all, ignored))
    if (version.symlink_status(ignored).type() == fs::file_type::directory) tidy(version.path());
}

}  // namespace termhost::cli
