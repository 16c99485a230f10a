// What a shell says of the jobs of earlier commands ("[1]+  Done  make") comes whenever such a job ends, among the
// output of what runs then, and is not output of that. Nor is the number ("[1] 4018") that it gives a new one.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <utility>

namespace termhost::terminal {

class JobNotices {
 public:
  /// What it puts in the background may be told of from now on.
  void command_started(std::string_view line);
  void command_ended();
  /// Of the command `running`: without the notices. The beginning of a line that may become one is held back.
  [[nodiscard]] std::string without_notices(std::string_view output, std::string_view running);
  /// What was held back is no notice: nothing follows.
  [[nodiscard]] std::string take_held() { return std::exchange(held_, {}); }
  /// There are none to expect.
  [[nodiscard]] bool none() const { return lines_.empty() && !starts_jobs_; }

 private:
  [[nodiscard]] bool is_of_shell(std::string_view line);
  [[nodiscard]] bool is_notice(std::string_view line);
  [[nodiscard]] bool continues_notice(std::string_view line);

  std::deque<std::string> lines_;  // of commands that put something in the background, the last few, without layout
  std::string held_;
  std::string rest_;          // of the command line behind the last notice, the same way
  bool starts_jobs_ = false;  // the command that runs
  bool at_line_start_ = true;
};

}  // namespace termhost::terminal
