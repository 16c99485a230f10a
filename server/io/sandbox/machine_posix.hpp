// A sandbox on this machine, for this user.
#pragma once

#include <string>

#include "base/expected.hpp"
#include "sandbox/known_places.hpp"
#include "sandbox/plan.hpp"

namespace termhost::io {

/// The folders of one terminal; empty if it has none.
struct OwnFolders {
  std::string private_folder;
  std::string scratch;  ///< where it can have no view, which would bring one
};

/// `has_view`: namespaces can be made. The error: why it would hold nothing.
[[nodiscard]] base::Expected<sandbox::Plan, std::string> plan_here(const sandbox::Sandbox& sandbox,
                                                                   const OwnFolders& own, bool has_view);

/// The path of a cache of ours, without links; empty: there is none.
[[nodiscard]] std::string cache_place(const sandbox::Cache& cache);

}  // namespace termhost::io
