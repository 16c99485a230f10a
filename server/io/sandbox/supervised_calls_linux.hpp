// System calls that termhost carries out or refuses itself for a confined process.
//
// A repository is read only to the process. What git has to write there (sandbox/git_names.hpp) termhost writes for it:
// the process waits meanwhile, and a path is read from its memory once, so nothing that it does to its arguments
// matters. Names that lead to auto-loaded files are neither made nor changed, where the kernel would let them be:
// termhost refuses it, and the kernel is not asked. But while termhost looks, another thread of the process may change
// the name, so this holds whoever does not aim at it.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <sys/types.h>

#include "io/file_descriptor.hpp"
#include "io/sandbox/call_arguments_linux.hpp"
#include "sandbox/plan.hpp"

struct seccomp_notif;

namespace termhost::io {

struct SupervisedCall;

enum class Operation : std::uint8_t;
enum class NameChange : std::uint8_t;

struct CarriedOut {
  enum class Way {
    No,        ///< the kernel decides
    Answered,  ///< done, or failed as the kernel would have failed
    Refused,   ///< the answer is still to be given
  };
  Way way = Way::No;
  std::string refused;  ///< the absolute path; where nobody can tell it, as it was named
};

class SupervisedCalls {
 public:
  explicit SupervisedCalls(sandbox::Plan plan) : plan_(std::move(plan)) {}

  /// The thread that calls the others gets a umask of its own, which is then that of whoever is served.
  static void prepare_thread();

  [[nodiscard]] CarriedOut carry_out(const FileDescriptor& watched, const seccomp_notif& told);

 private:
  /// A name in a repository, which git may write.
  struct Target {
    FileDescriptor folder;
    std::string path, name;
    bool vital = false;     ///< is_vital_to_git()
    bool worktree = false;  ///< the folder of one
  };
  [[nodiscard]] std::optional<Target> target_of(const Entry& entry) const;
  [[nodiscard]] bool keeps(const std::string& path, Operation operation) const;
  [[nodiscard]] bool refuses(const Entry& entry, Operation operation, NameChange change) const;
  CarriedOut carry_out_in_repository(const SupervisedCall& call, const FileDescriptor& watched,
                                     const seccomp_notif& told, const Entry& first, const std::optional<Entry>& second);
  [[nodiscard]] bool is_in_repository(const std::string& path) const;
  int put_head(const Target& from, const Target& to) const;
  int perform(const SupervisedCall& call, const seccomp_notif& told, const Target& first, const Target* second);

  sandbox::Plan plan_;
  std::set<std::string> made_;  // worktrees: their folders in a repository
};

}  // namespace termhost::io
