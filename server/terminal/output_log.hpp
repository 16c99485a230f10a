// The output of one execution on its way from bytes to a result: rendered, counted, previewed, and kept whole in an
// artifact once it is larger than the preview. Memory is one screen plus one preview, whatever the length. Secrets are
// in the artifact and in what is said to be the person's, and nowhere else.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "base/ids.hpp"
#include "terminal/artifact_store.hpp"
#include "text/preview/preview.hpp"
#include "text/screen/renderer.hpp"
#include "text/secrets/secrets.hpp"

namespace termhost::terminal {

using text::Gap;

/// What a result says of the output. shown + hidden + omitted = total, to the byte.
struct OutputSnapshot {
  std::string text;               ///< all of it, less the last LF; or the preview with its gaps marked, last LF kept
  std::uint64_t total_bytes = 0;  ///< of rendered output
  std::uint64_t total_lines = 0;  ///< an unterminated last line counts
  std::vector<Gap> omitted;
  text::HiddenCount hidden;   ///< secrets, for which `text` has labels
  bool line_end_cut = false;  ///< `text` is without the last LF
  std::optional<std::string> artifact_id;
  std::string problem;                             ///< why the output could not be kept whole; empty if it was
  std::uint64_t raw_bytes = 0;                     ///< as they came, before they were rendered
  std::string raw_head;                            ///< the first of them: what kind of file it may be
  std::shared_ptr<const text::Secrets> secrets{};  ///< what was hidden, to be hidden in the artifact too
  [[nodiscard]] bool whole() const { return omitted.empty(); }
  /// Mostly bytes that are no UTF-8: nothing that anybody could read.
  [[nodiscard]] bool is_binary() const;
};

/// How much of an output somebody was told.
struct Told {
  std::uint64_t offset = 0;  ///< up to which it was whole lines
  std::string open_line;     ///< the one behind it, as it was told
};

/// What is new for one who was told of the output before.
struct Unread {
  std::string text;
  std::uint64_t omitted_bytes = 0;  ///< new too, and before `text`
  std::uint64_t bytes = 0;          ///< of the output, that `text` shows
  text::HiddenCount hidden;         ///< in them
};

struct OutputLogOptions {
  text::RenderOptions render;
  std::size_t preview_bytes = 4096;  ///< small 2048, medium 4096, large 8192
  bool compact = true;               ///< fold in the preview what tells nothing new
  ArtifactStore* store = nullptr;    ///< not owned; null: nothing is kept beyond the preview
  base::TaskId task;
  base::ExecutionId execution;
  bool record_raw = false;                         ///< keep the bytes too, as cmd-<executionId>.cast
  std::shared_ptr<const text::Secrets> secrets{};  ///< null: nothing is hidden
};

class OutputLog {
 public:
  explicit OutputLog(OutputLogOptions options);
  ~OutputLog();
  OutputLog(OutputLog&&) noexcept;
  OutputLog& operator=(OutputLog&&) noexcept;

  void write(std::string_view bytes, base::Instant now);
  void resize(int columns, int rows, base::Instant now = {});
  /// What the last write() or finish() rendered: whole lines that can't change any more, valid until the next call.
  [[nodiscard]] std::string_view newly_rendered() const;
  /// The lines of it that nothing secret can begin in any more, and that were not told so before; without secrets.
  [[nodiscard]] std::string_view newly_shown() const;
  /// Writes all that was rendered to the artifact, and what is on the screen behind it. The host calls it every 200 ms
  /// while something changes, and before a result is made or the artifact is read.
  void flush(base::Instant now);
  /// After flush(): waits until it is in the file, or it is known why not.
  void settle();
  /// `last`: bytes that were held back until now.
  void finish(base::Instant now, std::string_view last = {});

  [[nodiscard]] OutputSnapshot snapshot() const;
  /// For the person's eyes: nothing is hidden.
  [[nodiscard]] OutputSnapshot persons_snapshot() const;
  /// What was rendered since it was told last, at most `max_bytes` of its end and whole lines where there are any, for
  /// environment/details. An unterminated line is told again, whole, once it has grown.
  [[nodiscard]] Unread take_unread(std::size_t max_bytes);
  /// The same for another listener.
  [[nodiscard]] Unread take_unread(std::size_t max_bytes, Told& told) const;
  /// How much of it was told.
  [[nodiscard]] std::uint64_t told() const;
  /// What stands behind `offset`, the screen too, as far back as the memory reaches.
  [[nodiscard]] std::string text_from(std::uint64_t offset) const;
  /// All of it up to now was told in another way.
  void mark_told();
  [[nodiscard]] text::ScreenView view() const;
  [[nodiscard]] text::KeyModes key_modes() const;
  /// What a full-screen program shows now; empty: there is none.
  [[nodiscard]] std::string alternate_screen_text() const;
  /// Answers to terminal queries in the stream; see text::Renderer.
  [[nodiscard]] std::string take_replies();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace termhost::terminal
