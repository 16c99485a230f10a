// A sandbox on this machine, for this user.
#pragma once

#include <memory>
#include <string>

#include "base/expected.hpp"
#include "io/file_descriptor.hpp"
#include "io/sandbox/looked_up_files.hpp"
#include "sandbox/known_places.hpp"
#include "sandbox/plan.hpp"

namespace termhost::io {

/// The folders of one terminal; empty if it has none.
struct OwnFolders {
  std::string private_folder;
  std::string scratch;  ///< where it can have no view, which would bring one
};

/// A plan, and all of this machine that it was made from.
class PlanHere {
 public:
  /// `has_view`: namespaces can be made. The error: why it would hold nothing.
  [[nodiscard]] static base::Expected<PlanHere, std::string> make(const sandbox::Sandbox& sandbox,
                                                                  const OwnFolders& own, bool has_view);

  [[nodiscard]] const sandbox::Plan& plan() const { return plan_; }
  /// True: made now, it would be the same. Much faster than to make it. False: it may be another.
  [[nodiscard]] bool is_current();

 private:
  PlanHere() = default;

  sandbox::Plan plan_;
  sandbox::MachineFacts facts_;
  FileDescriptor mount_table_;
  LookedUpFiles files_;
};

/// True: `plan` would be made here now. `known`: one that is equal, from the last time that somebody asked.
[[nodiscard]] bool is_plan_here(const sandbox::Plan& plan, const sandbox::Sandbox& sandbox,
                                std::unique_ptr<PlanHere>& known);

/// The home folder of this user; empty: none is known.
[[nodiscard]] std::string home_of_user();
/// The path of a cache of ours, without links; empty: there is none.
[[nodiscard]] std::string cache_place(const sandbox::Cache& cache);

}  // namespace termhost::io
