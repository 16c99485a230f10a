// Waits for several handles at once, without any change to them.
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "io/handle.hpp"

namespace termhost::io {

class Watch {
 public:
  /// A handle that can be read, or has ended. Negative ones are ignored.
  void read(Handle from);
  /// A handle that takes something, or has ended.
  void write(Handle to);
  /// Waits for one of them, at most so long.
  void wait(std::optional<std::chrono::milliseconds> most);

  [[nodiscard]] bool readable(Handle from) const { return is_ready(from, Way::Read); }
  [[nodiscard]] bool writable(Handle to) const { return is_ready(to, Way::Write); }

 private:
  enum class Way { Read, Write };
  struct Wait {
    Handle handle;
    Way way;
    bool ready = false;
  };

  [[nodiscard]] bool is_ready(Handle handle, Way way) const;

  std::vector<Wait> waits_;
};

}  // namespace termhost::io
