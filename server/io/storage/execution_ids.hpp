// Numbers for executions that no other execution in the storage folder has had, also when two termhosts share it: the
// last one is kept in a file there, under a lock.
#pragma once

#include <chrono>
#include <cstdint>

#include "io/storage/storage_folder.hpp"

namespace termhost::io {

/// Every `of`-th number belongs to each of several servers of one agent, from `from` on.
struct NumberShare {
  std::uint64_t from = 0, of = 1;
};

class ExecutionIds {
 public:
  ExecutionIds(const StorageFolder& folder, NumberShare share);

  /// Like Unix milliseconds, but always rising, and no matter how the wall clock is set meanwhile. Where the folder
  /// can't be used, rising in this process only.
  [[nodiscard]] std::uint64_t next();

 private:
  const StorageFolder& folder_;
  NumberShare share_;
  std::chrono::milliseconds ahead_;  // of the wall clock before the monotonic one, when we began
  std::uint64_t last_ = 0;
};

}  // namespace termhost::io
