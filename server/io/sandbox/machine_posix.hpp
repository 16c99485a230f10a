// A sandbox on this machine, for this user.
#pragma once

#include <string>

#include "base/expected.hpp"
#include "sandbox/plan.hpp"

namespace termhost::io {

/// Of one terminal; empty where it has none.
struct OwnFolders {
  std::string private_folder;
  std::string scratch;  ///< where it can have no view, which would bring one
};

/// `has_view`: namespaces can be made. The error: why it would hold nothing.
[[nodiscard]] base::Expected<sandbox::Plan, std::string> plan_here(const sandbox::Sandbox& sandbox,
                                                                   const OwnFolders& own, bool has_view);

/// Where a cache of ours is, without links; empty: nowhere.
[[nodiscard]] std::string cache_place(const sandbox::Cache& cache);

}  // namespace termhost::io
