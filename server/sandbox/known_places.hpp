// Known places, with the reason for each: caches that are copied, and folders that cannot be a writable workspace.
// secrets/ knows the hidden ones.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "sandbox/plan.hpp"
#include "sandbox/reach.hpp"

namespace termhost::sandbox {

/// A cache below the home folder. Programs outside use what is in one without looking at it again, so a terminal writes
/// to a copy of its own.
struct Cache {
  std::string_view path;
  std::string_view variable;    ///< of the environment: names another place for it; empty: none does
  std::string_view in_scratch;  ///< the folder for it where it can't be copied; empty: reading it is enough
};
inline constexpr std::array caches{
    Cache{".cache", "XDG_CACHE_HOME", "cache"},
    Cache{".npm", "npm_config_cache", "npm"},
    Cache{"go/pkg/mod", "GOMODCACHE", ""},
    Cache{".cargo/registry", "", ""},
    Cache{".cargo/git", "", ""},
    Cache{".ccache", "CCACHE_DIR", ""},
    Cache{".m2/repository", "", ""},
    Cache{".gradle/caches", "", ""},
    Cache{".nuget/packages", "NUGET_PACKAGES", ""},
    Cache{".local/share/pnpm/store", "", ""},
    Cache{".yarn/berry", "", ""},
    Cache{".bun/install/cache", "", ""},
    Cache{".composer/cache", "", ""},
    Cache{".ivy2/cache", "", ""},
};

/// Folders of sockets that the C library asks for the names of users and machines. Programs go on without an answer.
inline constexpr std::array<std::string_view, 4> name_services{"/run/nscd", "/var/run/nscd", "/run/systemd",
                                                               "/var/lib/sss"};

/// A tree with one of these in it cannot be a workspace.
inline constexpr std::array<std::string_view, 12> system_folders{"/bin",  "/boot", "/dev",  "/etc", "/lib", "/opt",
                                                                 "/proc", "/run",  "/sbin", "/sys", "/usr", "/var"};
[[nodiscard]] inline bool holds_system(std::string_view tree) {
  return std::any_of(system_folders.begin(), system_folders.end(),
                     [&](std::string_view folder) { return lies_in(folder, tree); });
}

}  // namespace termhost::sandbox
