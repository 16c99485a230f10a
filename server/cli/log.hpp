// Lines on stderr. The other side can cause them by the thousand: of each kind one is written in ten seconds, and then
// how many more there were.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "base/clock.hpp"

namespace termhost::cli {

class LimitedLog {
 public:
  explicit LimitedLog(std::function<void(std::string_view line)> write) : write_(std::move(write)) {}
  /// Tells what is not told yet.
  ~LimitedLog();
  LimitedLog(const LimitedLog&) = delete;
  LimitedLog& operator=(const LimitedLog&) = delete;

  void say(std::string_view line, base::Instant now);

 private:
  struct Kind {
    base::Instant last_written;
    std::uint64_t untold = 0;
  };

  void tell_rest(std::string_view name, Kind& kind);

  std::function<void(std::string_view)> write_;
  std::map<std::string, Kind, std::less<>> kinds_;
};

inline constexpr std::string_view log_prefix = "termhost: ";

/// One line of the process.
void log_line(std::string_view line);
/// The same about a file of the user's rules or settings that cannot be used: it may have a denial.
void log_unusable(std::string_view problem);

}  // namespace termhost::cli
