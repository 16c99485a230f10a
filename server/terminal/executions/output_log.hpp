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
#include "terminal/executions/artifact_store.hpp"
#include "text/emulator/renderer.hpp"
#include "text/preview/preview.hpp"
#include "text/secrets/secrets.hpp"

namespace termhost::terminal {

using text::Gap;

/// The output as a result has it, or the part of it that was not told yet. shown + hidden + omitted = total - begin, to
/// the byte.
struct OutputSnapshot {
  std::string text;               ///< all of it, less the last LF; or the preview with its gaps marked, last LF kept
  std::uint64_t begin = 0;        ///< bytes of rendered output before what it is of
  std::uint64_t total_bytes = 0;  ///< of all rendered output
  std::uint64_t total_lines = 0;  ///< an unterminated last line counts
  std::vector<Gap> omitted;
  text::HiddenCount hidden;   ///< secrets, for which `text` has labels
  bool line_end_cut = false;  ///< `text` is without the last LF
  bool cleared = false;       ///< the program has cleared the screen since it was told of last
  std::optional<std::string> artifact_id;
  std::optional<std::string> recording_id;         ///< of the bytes as they came
  std::string problem;                             ///< why the output could not be kept whole; empty if it was
  std::uint64_t raw_bytes = 0;                     ///< as they came, before they were rendered
  std::string raw_head;                            ///< the first of them: what kind of file it may be
  bool raw_is_binary = false;                      ///< by more of them
  std::shared_ptr<const text::Secrets> secrets{};  ///< what was hidden, to be hidden in the artifact too
  [[nodiscard]] bool whole() const { return omitted.empty(); }
  /// Mostly bytes that are no text: nothing that anybody could read.
  [[nodiscard]] bool is_binary() const;
};

/// The part of an output that a listener was told: bytes that can't change any more, and the later lines as they were.
struct Told {
  std::uint64_t offset = 0;
  std::string lines;  ///< masked
};

struct OutputLogOptions {
  text::RenderOptions render;
  std::size_t preview_bytes = 4096;  ///< small 2048, medium 4096, large 8192
  bool compact = true;               ///< fold in the preview what tells nothing new
  bool shows_only = false;           ///< the command shows what was asked for: nothing of it is noise
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
  /// The text of the last write() or finish(): whole lines that can't change any more, valid until the next call.
  [[nodiscard]] std::string_view newly_rendered() const;
  /// From now on newly_written() is known, or not any more.
  void see_lines(bool wanted);
  /// The lines that the last write() or finish() wrote, also such as were written over or cleared since; without
  /// secrets.
  [[nodiscard]] std::string_view newly_written() const;
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
  /// The same of what was not told yet, which counts as told now. What was told of the screen is new again from the
  /// first line on that is another now.
  [[nodiscard]] OutputSnapshot take_unread();
  /// All of it up to now was told in another way.
  void mark_told();
  /// Bytes of the output that were told and can't change any more.
  [[nodiscard]] std::uint64_t told() const;
  /// The output that was not told yet, as far back as the memory reaches.
  [[nodiscard]] std::string unread_text() const;
  /// At most `max_bytes` of the end of what is new for another listener, whole lines where there are any.
  [[nodiscard]] std::string take_newest(std::size_t max_bytes, Told& told) const;
  [[nodiscard]] text::ScreenView view() const;
  [[nodiscard]] text::KeyModes key_modes() const;
  /// The present screen of a full-screen program; empty: there is none.
  [[nodiscard]] std::string alternate_screen_text() const;
  /// Answers to terminal queries in the stream; see text::Renderer.
  [[nodiscard]] std::string take_replies();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace termhost::terminal
