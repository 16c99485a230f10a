// The script that finds or installs termhost on another machine, and its answers on standard output.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace termhost::cli {

/// A program that can be sent. One kind for each processor: "linux-x64", "linux-arm64".
struct CarriedProgram {
  std::string kind;
  std::string path;        ///< here
  std::uint64_t size = 0;  ///< bytes
  std::string checksum;    ///< SHA-256, in hexadecimal digits
};

/// A script for POSIX sh on one line, without `'`, `\` and `!`: each login shell passes it on unchanged. Each of its
/// answers is a line that begins with `marker`. It runs a termhost of this version that PATH has, or one that was sent
/// before; else it receives one of `programs` on standard input.
[[nodiscard]] std::string bootstrap_script(const std::string& marker, const std::string& version,
                                           const std::vector<CarriedProgram>& programs);

/// An answer of the script, without the marker: a word, and its detail.
struct BootstrapAnswer {
  std::string word;    ///< "ready", "send", or a problem
  std::string detail;  ///< the kind of machine, a path; may be empty
};

/// A sentence about a problem that the script reports, and what to do; empty: the answer is not a problem.
[[nodiscard]] std::string bootstrap_problem(const BootstrapAnswer& answer, const std::string& machine,
                                            const std::string& version);

/// Finds the answers in a stream. Everything before a marker is skipped: startup files may print there.
class AnswerReader {
 public:
  explicit AnswerReader(std::string marker) : marker_(std::move(marker)) {}
  /// The next answer, once it is complete. To be called with empty bytes for those that are left.
  [[nodiscard]] std::optional<BootstrapAnswer> feed(std::string_view bytes);
  /// The bytes after the last answer.
  [[nodiscard]] const std::string& rest() const { return pending_; }

 private:
  std::string marker_, pending_;
};

}  // namespace termhost::cli
