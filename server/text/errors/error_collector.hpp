// Finds the lines of a streamed output that look like the error, and keeps the first of each rank with the lines that
// explain them. Bounded: a full collector reads no further.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/errors/diagnostics.hpp"
#include "text/errors/error_lines.hpp"
#include "text/errors/long_line_search.hpp"
#include "text/position.hpp"

namespace termhost::text {

/// Whole lines that belong together, or a part of a long one. `text` ends earlier than `end` where its last line is too
/// long.
struct ErrorBlock {
  ErrorRank rank = ErrorRank::None;
  Position begin;
  Position end;
  std::string text;
  bool explains = false;   ///< the frames above an error, or more than the first lines below one
  bool line_start = true;  ///< a line begins with it
};

class ErrorCollector {
 public:
  /// `distinct`: what several lines say is kept of the first few of them.
  explicit ErrorCollector(bool distinct) : distinct_(distinct) {}

  /// `text` continues the output from `at` to `end`. It may be cut anywhere: the blocks are the same for every way to
  /// cut it.
  void scan(std::string_view text, Position at, Position end);

  /// In order of appearance. The unterminated last line is among them where it looks like the error.
  [[nodiscard]] std::vector<ErrorBlock> blocks() const;

 private:
  std::string_view finish_line(std::string_view text, Position& at);
  void scan_lines(std::string_view lines, Position at);
  void search_rest(std::string_view line, Position begin);
  void on_line(std::string_view line, Position begin, Position end);
  bool follow(std::string_view shown, Position begin, Position end, ErrorRank rank);
  bool explain(std::string_view shown, Position end, ErrorRank rank);
  bool explain_more(std::string_view shown, Position begin, Position end, ErrorRank rank);
  void begin_trace(std::string_view shown, Position begin, Position end);
  bool follow_trace(std::string_view shown, Position begin, Position end);
  void add_frame(std::string_view shown, Position end);
  void keep(ErrorRank rank, std::string_view shown, Position begin, Position end);
  void push(ErrorRank rank, std::string_view shown, Position begin, Position end);
  void keep_parts();
  void stop_following();
  bool is_said(std::string_view line);
  [[nodiscard]] bool has_room(ErrorRank rank) const;
  [[nodiscard]] bool full() const;

  bool distinct_;
  ShownDiagnostics said_;
  std::vector<ErrorBlock> blocks_;
  std::array<std::size_t, error_ranks> kept_{};  ///< blocks by rank
  enum class Following { Nothing, Error, ErrorLater, Trace };
  Following following_ = Following::Nothing;
  std::size_t explaining_ = 0;    ///< lines that still belong to the last block, after an error
  std::size_t trace_indent_ = 0;  ///< of the line that began the trace
  LongLineSearch long_line_;
  bool open_is_long_ = false;  ///< the search has begun in the open line
  std::string open_line_;      ///< start of the line that no LF has ended yet
  Position open_begin_;
};

}  // namespace termhost::text
