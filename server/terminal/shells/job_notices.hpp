// Notices of a shell about the jobs of earlier commands ("[1]+  Done  make"). A notice comes when its job ends, among
// the output of the command that runs then, and is not part of that output. The number that a new job gets ("[1] 4018")
// is not part of it either.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <utility>

namespace termhost::terminal {

class JobNotices {
 public:
  /// The jobs that `line` puts in the background may have notices from now on.
  void command_started(std::string_view line);
  void command_ended();
  /// The output of the command `running`, without notices. The beginning of a possible notice is held back.
  [[nodiscard]] std::string without_notices(std::string_view output, std::string_view running);
  /// The text that was held back. At the end of the output it is not a notice, because nothing follows it.
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
