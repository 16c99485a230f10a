// read_command_output: a part of an artifact, or the lines of it that match, with their numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/expected.hpp"
#include "base/ids.hpp"
#include "text/secrets/secrets.hpp"
#include "tool/reading/artifact_source.hpp"

namespace termhost::tool {

inline constexpr std::int64_t default_read_limit = 8 * 1024;
inline constexpr std::int64_t largest_read_limit = 1024 * 1024;  ///< of one answer, in bytes of output
inline constexpr std::int64_t most_context_lines = 50;
inline constexpr std::size_t longest_search = 4096;  ///< bytes of a pattern

struct ReadOutputRequest {
  std::string artifact_id;
  std::optional<std::string> search;          ///< regular expression (RE2); empty counts as none
  std::optional<std::int64_t> offset;         ///< in bytes; negative: from the end
  std::optional<std::int64_t> limit;          ///< bytes of output to show
  std::int64_t most = largest_read_limit;     ///< that the reader is known to take, whatever the limit
  std::optional<std::int64_t> context_lines;  ///< around each match; 0 by default
  const text::Secrets* secrets = nullptr;     ///< hidden; a search does not see them
};

struct ReadOutputResult {
  std::string text;               ///< for the model: one header line, then numbered lines
  std::string output;             ///< for programs: what was printed in [begin, end); for a search the numbered lines
  std::uint64_t total_bytes = 0;  ///< of the artifact now
  std::uint64_t begin = 0;        ///< bytes shown, or looked at for matches to show: [begin, end)
  std::uint64_t end = 0;
  bool complete = false;                       ///< nothing comes after what is shown
  std::optional<std::uint64_t> next_offset;    ///< to continue with; set unless complete
  std::optional<std::uint64_t> total_matches;  ///< matching lines in the whole artifact; only for a search
  std::uint64_t shown_matches = 0;
  text::HiddenCount hidden;  ///< in a page; with labels in their places
  std::string note;          ///< a deviation from the request: the pattern taken as plain text, a part that is missing
};

/// The error is one sentence: what is wrong and what to do.
using ReadOutputReply = base::Expected<ReadOutputResult, std::string>;

[[nodiscard]] ReadOutputReply read_output(ArtifactSource& source, const base::TaskId& task,
                                          const ReadOutputRequest& request);
/// Reads an artifact that is already open; `request.artifact_id` is only its name in the text.
[[nodiscard]] ReadOutputReply read_output(ArtifactReader& artifact, const ReadOutputRequest& request);

}  // namespace termhost::tool
