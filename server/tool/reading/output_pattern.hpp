// Looks for a pattern in the lines of an output while it grows, each chunk once; in linear time, regardless of case.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "text/secrets/secrets.hpp"
#include "tool/reading/artifact_source.hpp"
#include "tool/reading/line_matcher.hpp"

namespace termhost::tool {

class OutputPattern {
 public:
  /// A text that is not a regular expression is searched as plain text.
  explicit OutputPattern(const std::string& pattern) : matcher_(pattern) {}

  /// Lines that were written, or what a screen shows now.
  void read(std::string_view lines);

  /// All that is kept of an output, from an offset on, as it is shown: `secrets` are hidden; null: nothing is.
  void read(ArtifactReader& artifact, std::uint64_t offset, const text::Secrets* secrets);

  [[nodiscard]] bool found() const { return found_; }
  /// The first line that matched, cut if it is long.
  [[nodiscard]] const std::string& line() const { return line_; }

 private:
  LineMatcher matcher_;
  bool found_ = false;
  std::string line_;
};

}  // namespace termhost::tool
