// A program that this process talks to: its standard input, output and errors are pipes.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "base/expected.hpp"
#include "io/file_descriptor.hpp"

namespace termhost::io {

class PipedProgram {
 public:
  /// Found in PATH, and started with the environment of this process. Ctrl+C of the terminal does not end it: the owner
  /// ends it. The error is a clause: "No such file or directory".
  [[nodiscard]] static base::Expected<std::unique_ptr<PipedProgram>, std::string> start(
      const std::vector<std::string>& argv);

  PipedProgram(const PipedProgram&) = delete;
  PipedProgram& operator=(const PipedProgram&) = delete;
  /// Ends it if it still runs.
  ~PipedProgram();

  [[nodiscard]] int input() const { return input_; }
  [[nodiscard]] int output() const { return output_.get(); }
  /// Its owner may outlive this program.
  [[nodiscard]] FileDescriptor take_errors() { return std::move(errors_); }
  /// Safe on any thread.
  void end_input();
  /// Ends its input, and the program itself if it still runs after so long: its exit status, or 128 + the signal.
  int end(std::chrono::milliseconds patience);

 private:
  PipedProgram() = default;
  [[nodiscard]] bool has_ended_within(std::chrono::milliseconds patience);

  pid_t pid_ = 0;
  std::optional<int> status_;  // once it has ended
  std::atomic<int> input_{-1};
  FileDescriptor output_, errors_;
};

}  // namespace termhost::io
