#include "io/sandbox/landlock_linux.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <linux/landlock.h>
#include <string>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "io/file_descriptor.hpp"
#include "io/sandbox/exact_path_linux.hpp"
#include "sandbox/gaps.hpp"

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

constexpr std::array devices{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"};
constexpr std::array terminals{"/dev/ptmx", "/dev/pts"};  // of a view; elsewhere those of other programs are there

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
    const std::size_t size =
        version >= sandbox::landlock_with_signals ? sizeof wanted : offsetof(RulesetAttributes, network);
    fd_ = FileDescriptor(static_cast<int>(::syscall(SYS_landlock_create_ruleset, &wanted, size, 0)));
  }

  [[nodiscard]] bool is_there() const { return static_cast<bool>(fd_); }

  /// True also where there is no such file, or nobody gets at it.
  bool allow(const std::string& path, std::uint64_t access) const {
    return allow(FileDescriptor(::open(path.c_str(), O_PATH | O_CLOEXEC)), access);
  }
  bool allow(const FileDescriptor& file, std::uint64_t access) const {
    struct stat status {};
    if (!file || ::fstat(file.get(), &status) != 0)
      return errno == ENOENT || errno == EACCES || errno == ENXIO || errno == ENOTCONN || errno == ESTALE;
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

/// Names everywhere; contents of all but devices: the disk's would show everything that is hidden in its files.
bool allow_reading(const Ruleset& rules, const sandbox::Plan& plan) {
  return rules.allow("/", LANDLOCK_ACCESS_FS_READ_DIR) &&
         std::all_of(plan.readable.begin(), plan.readable.end(),
                     [&](const std::string& tree) { return rules.allow(open_exactly(tree, O_NOFOLLOW), reads); });
}

bool allow_devices(const Ruleset& rules, bool has_view) {
  const auto allowed = [&](const char* device) { return rules.allow(device, of_devices); };
  constexpr std::array streams{"/proc/self/fd/0", "/proc/self/fd/1", "/proc/self/fd/2"};  // its terminal, by its name
  return std::all_of(devices.begin(), devices.end(), allowed) && std::all_of(streams.begin(), streams.end(), allowed) &&
         (!has_view || std::all_of(terminals.begin(), terminals.end(), allowed));
}

}  // namespace

int landlock_version() {
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version < 0 ? 0 : static_cast<int>(version);
}

bool restrict_by_landlock(const sandbox::Plan& plan) {
  if (landlock_version() == 0) return plan.has_view;  // a gap, and told (sandbox/gaps.hpp)
  const Ruleset rules(landlock_version());
  if (!rules.is_there() || !allow_reading(rules, plan) || !allow_devices(rules, plan.has_view)) return false;
  if (plan.has_view && !rules.allow(std::string(sandbox::memory_folder), rules.everything())) return false;
  if (!plan.scratch.empty() && !rules.allow(open_exactly(plan.scratch), rules.everything())) return false;
  for (const sandbox::Place& place : plan.places)
    if (takes_writes(place.access) && place.access != sandbox::Access::Shown &&
        !rules.allow(open_exactly(place.path), rules.everything()))
      return false;
  return rules.enforce();
}

}  // namespace termhost::io
