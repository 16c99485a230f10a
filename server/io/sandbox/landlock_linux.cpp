#include "io/sandbox/landlock_linux.hpp"

#ifdef __linux__

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <dirent.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "io/file_descriptor.hpp"
#include "io/sandbox/exact_path_linux.hpp"

namespace termhost::io {
namespace {

/// As in linux/landlock.h of Linux 6.12; the header of older systems ends earlier.
struct RulesetAttributes {
  std::uint64_t files, network, scopes;
};
constexpr std::uint64_t truncates = 1ULL << 14, controls_devices = 1ULL << 15;  // since versions 3 and 5
constexpr std::uint64_t scope_abstract_sockets = 1, scope_signals = 2;          // since version 6

constexpr std::uint64_t reads = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr std::uint64_t first_version = (1ULL << 13) - 1, refers = 1ULL << 13;  // the latter since version 2
constexpr std::uint64_t of_devices = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | controls_devices;
constexpr std::uint64_t of_files = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |
                                   LANDLOCK_ACCESS_FS_WRITE_FILE | truncates | controls_devices;

constexpr std::array devices{"/dev/null",    "/dev/zero", "/dev/full", "/dev/random",
                             "/dev/urandom", "/dev/tty",  "/dev/ptmx", "/dev/pts"};

std::uint64_t known_files(int version) {
  std::uint64_t known = first_version;
  if (version >= 2) known |= refers;
  if (version >= 3) known |= truncates;
  if (version >= 5) known |= controls_devices;
  return known;
}

class Ruleset {
 public:
  explicit Ruleset(int version) : known_(known_files(version)) {
    const RulesetAttributes wanted{known_, 0, scope_abstract_sockets | scope_signals};
    const std::size_t size = version >= landlock_with_signals ? sizeof wanted : offsetof(RulesetAttributes, network);
    fd_ = FileDescriptor(static_cast<int>(::syscall(SYS_landlock_create_ruleset, &wanted, size, 0)));
  }

  [[nodiscard]] bool is_there() const { return static_cast<bool>(fd_); }

  /// True also where there is no such file.
  bool allow(const std::string& path, std::uint64_t access, int flags = 0) const {
    return allow(FileDescriptor(::open(path.c_str(), O_PATH | O_CLOEXEC | flags)), access);
  }
  bool allow(const FileDescriptor& file, std::uint64_t access) const {
    if (!file) return errno == ENOENT || errno == EACCES || errno == ENXIO;
    struct stat status {};
    if (::fstat(file.get(), &status) != 0) return false;
    landlock_path_beneath_attr rule{};
    rule.allowed_access = access & known_ & (S_ISDIR(status.st_mode) ? ~std::uint64_t{0} : of_files);
    rule.parent_fd = file.get();
    const auto kind = LANDLOCK_RULE_PATH_BENEATH;
    if (::syscall(SYS_landlock_add_rule, fd_.get(), kind, &rule, 0) == 0) return true;
    return errno == EBADFD;  // a pipe: nothing asks for leave to use one
  }

  [[nodiscard]] bool enforce() const { return ::syscall(SYS_landlock_restrict_self, fd_.get(), 0) == 0; }
  [[nodiscard]] std::uint64_t everything() const { return known_; }

 private:
  std::uint64_t known_;
  FileDescriptor fd_;
};

/// All but devices: the disk's would show everything that is hidden in its files.
bool allow_reading(const Ruleset& rules) {
  if (!rules.allow("/dev", LANDLOCK_ACCESS_FS_READ_DIR)) return false;
  DIR* root = ::opendir("/");
  if (root == nullptr) return false;
  bool done = true;
  while (const dirent* entry = done ? ::readdir(root) : nullptr) {
    const std::string_view name = entry->d_name;
    if (name == "." || name == ".." || name == "dev") continue;
    done = rules.allow("/" + std::string(name), reads, O_NOFOLLOW);
  }
  ::closedir(root);
  return done;
}

}  // namespace

int landlock_version() {
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version < 0 ? 0 : static_cast<int>(version);
}

bool restrict_by_landlock(const sandbox::Plan& plan) {
  const Ruleset rules(landlock_version());
  if (!rules.is_there() || !allow_reading(rules)) return false;
  for (const char* device : devices)
    if (!rules.allow(device, of_devices)) return false;
  for (const char* stream : {"/proc/self/fd/0", "/proc/self/fd/1", "/proc/self/fd/2"})  // its terminal, by its own name
    if (!rules.allow(stream, of_devices)) return false;
  if (!rules.allow("/dev/shm", rules.everything())) return false;
  for (const sandbox::Place& place : plan.places)
    if (place.access == sandbox::Access::Writable && !rules.allow(open_exactly(place.path), rules.everything()))
      return false;
  return rules.enforce();
}

}  // namespace termhost::io

#endif
