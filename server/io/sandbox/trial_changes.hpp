// The changes in a trial's copies, read from the upper layers of its overlays. Bounded in what it reads; what a process
// of the trial changes meanwhile comes with the next time.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>

#include "io/file_descriptor.hpp"
#include "io/sandbox/file_stamp.hpp"
#include "sandbox/changes.hpp"
#include "sandbox/plan.hpp"

namespace termhost::io {

struct KnownChanges {
  std::map<std::string, FileStamp> files;  ///< by paths outside: what was told already
  /// The folders of the layers, by their paths in these, if nothing but folders was there. While they are the same,
  /// there is no change.
  std::map<std::string, FileStamp> folders;
};

/// Changes that are not in `known`, which has them afterwards. `layers`: of enter_view() with this plan.
[[nodiscard]] sandbox::Changes read_changes(const FileDescriptor& layers, const sandbox::Plan& plan,
                                            KnownChanges& known);

/// True if files that a trial with this plan has as they were when it began have changed since.
[[nodiscard]] bool has_new_files(const sandbox::Plan& plan, std::chrono::system_clock::time_point begun);

/// A file in the scratch folder of the trial, if it is a plain one; at most 256 KiB. Any process of the trial may have
/// written it.
[[nodiscard]] std::optional<std::string> read_scratch_file(const FileDescriptor& layers, const std::string& name);
void remove_scratch_file(const FileDescriptor& layers, const std::string& name);

}  // namespace termhost::io
