#include "terminal/output_log.hpp"

#include <algorithm>
#include <utility>

#include "terminal/artifact_spool.hpp"
#include "terminal/cast_recorder.hpp"

namespace termhost::terminal {
namespace {

constexpr std::size_t head_bytes = 8;

}  // namespace

bool OutputSnapshot::is_binary() const {
  constexpr std::string_view replacement = "\xef\xbf\xbd";
  constexpr std::size_t some = 8, share = 5;  // a text in another encoding has fewer
  std::size_t replaced = 0;
  for (std::size_t at = 0; (at = text.find(replacement, at)) != std::string::npos; at += replacement.size()) ++replaced;
  return replaced >= some && replaced * replacement.size() * share > text.size();
}

class OutputLog::Impl {
 public:
  explicit Impl(const OutputLogOptions& options)
      : renderer_(options.render),
        preview_(options.preview_bytes),
        spool_(options.store, options.task, options.execution, ArtifactKind::Rendered),
        artifact_id_(artifact_id(options.execution)) {
    if (!options.record_raw) return;
    recorder_.emplace(options.store, options.task, options.execution, options.render.columns, options.render.rows);
  }

  void write(std::string_view bytes, base::Instant now) {
    if (recorder_) recorder_->output(bytes, now);
    raw_bytes_ += bytes.size();
    if (raw_head_.size() < head_bytes) raw_head_ += bytes.substr(0, head_bytes - raw_head_.size());
    rendered_.clear();
    renderer_.write(bytes, rendered_);
    accept(rendered_);
    changed_ = true;
  }

  void resize(int columns, int rows, base::Instant now) {
    renderer_.resize(columns, rows);
    if (recorder_) recorder_->resize(columns, rows, now);
  }

  void flush() {
    if (!changed_) return;
    if (recorder_) recorder_->flush();
    const std::string screen = renderer_.pending();
    if (!preview_.whole_with(screen.size())) open_spool();
    spool_.flush(screen);
    changed_ = false;
  }

  void settle() {
    if (recorder_) recorder_->settle();
    spool_.settle();
  }

  void finish(base::Instant now, std::string_view last) {
    if (recorder_ && !last.empty()) recorder_->output(last, now);
    if (recorder_) recorder_->close(now);
    rendered_.clear();
    renderer_.write(last, rendered_);
    renderer_.finish(rendered_);
    accept(rendered_);
    spool_.close();
    changed_ = false;
    // Ended executions are remembered by the hundred, their screens need not be.
    renderer_ = text::Renderer({.columns = 1, .rows = 1});
    rendered_.shrink_to_fit();
  }

  [[nodiscard]] std::string_view newly_rendered() const { return rendered_; }

  [[nodiscard]] OutputSnapshot snapshot() const {
    Preview all = preview_;
    all.append(renderer_.pending());
    text::PreviewText made = all.make();
    if (all.whole() && made.text.ends_with('\n')) made.text.pop_back();
    return {.text = std::move(made.text),
            .total_bytes = all.total_bytes(),
            .total_lines = all.total_lines(),
            .omitted = std::move(made.omitted),
            .artifact_id = spool_.created() ? std::optional(artifact_id_) : std::nullopt,
            .problem = problem(),
            .raw_bytes = raw_bytes_,
            .raw_head = raw_head_};
  }

  Unread take_unread(std::size_t max_bytes, Told& told) const {
    const std::string screen = renderer_.pending();
    const std::string all = std::string(preview_.tail()) + screen;
    const std::uint64_t end = preview_.total_bytes() + screen.size();
    const std::uint64_t since_told = end - std::min(end, told.offset);
    const std::size_t known = static_cast<std::size_t>(std::min<std::uint64_t>(all.size(), since_told));
    std::string_view unread = text::code_point_suffix(std::string_view(all).substr(all.size() - known), max_bytes);
    const std::size_t at = all.size() - unread.size();
    const bool within_line = unread.size() < since_told && (at == 0 || all[at - 1] != '\n');
    if (within_line) unread = from_line_start(unread);
    const bool nothing_new = unread.find('\n') == std::string_view::npos && unread == told.open_line;
    told = told_up_to(end, all);
    if (nothing_new) return {};
    return {std::string(unread), since_told - unread.size()};
  }

  [[nodiscard]] Unread take_unread(std::size_t max_bytes) { return take_unread(max_bytes, told_); }
  [[nodiscard]] std::uint64_t told() const { return told_.offset; }

  [[nodiscard]] std::string text_from(std::uint64_t offset) const {
    std::string text = std::string(preview_.tail()) + renderer_.pending();
    const std::uint64_t begin = preview_.total_bytes() - preview_.tail().size();
    return text.substr(std::min<std::uint64_t>(offset - std::min(offset, begin), text.size()));
  }

  void mark_told() {
    const std::string screen = renderer_.pending();
    told_ = told_up_to(preview_.total_bytes() + screen.size(), std::string(preview_.tail()) + screen);
  }

  text::Renderer renderer_;

 private:
  using Preview = text::Preview;

  [[nodiscard]] std::string problem() const {
    if (!spool_.problem().empty() || !recorder_ || recorder_->problem().empty()) return spool_.problem();
    return "the raw recording ended early: " + recorder_->problem();
  }

  /// `all`: what is known before `end`. The open line counts as untold: it may grow.
  static Told told_up_to(std::uint64_t end, std::string_view all) {
    const std::string_view open_line = all.substr(all.rfind('\n') + 1);
    return {end - open_line.size(), std::string(open_line)};
  }

  static std::string_view from_line_start(std::string_view text) {
    const std::size_t line_end = text.find('\n');
    return line_end == std::string_view::npos || line_end + 1 == text.size() ? text : text.substr(line_end + 1);
  }

  void accept(std::string_view text) {
    if (text.empty()) return;
    if (!preview_.whole_with(text.size())) open_spool();
    preview_.append(text);
    spool_.append(text);
  }

  /// Everything from the first byte goes to the artifact: as long as it was not wanted, the preview has it all.
  void open_spool() {
    if (spool_.wanted()) return;
    spool_.open();
    spool_.append(preview_.head());
  }

  Preview preview_;
  ArtifactSpool spool_;
  std::optional<CastRecorder> recorder_;
  std::string artifact_id_;
  std::string rendered_;  ///< of the chunk at hand; kept for its capacity
  bool changed_ = false;  ///< since the last flush
  std::uint64_t raw_bytes_ = 0;
  std::string raw_head_;
  Told told_;
};

OutputLog::OutputLog(OutputLogOptions options) : impl_(std::make_unique<Impl>(options)) {}
OutputLog::~OutputLog() = default;
OutputLog::OutputLog(OutputLog&&) noexcept = default;
OutputLog& OutputLog::operator=(OutputLog&&) noexcept = default;

void OutputLog::write(std::string_view bytes, base::Instant now) { impl_->write(bytes, now); }
void OutputLog::resize(int columns, int rows, base::Instant now) { impl_->resize(columns, rows, now); }
void OutputLog::flush(base::Instant) { impl_->flush(); }
void OutputLog::settle() { impl_->settle(); }
void OutputLog::finish(base::Instant now, std::string_view last) { impl_->finish(now, last); }
std::string_view OutputLog::newly_rendered() const { return impl_->newly_rendered(); }
OutputSnapshot OutputLog::snapshot() const { return impl_->snapshot(); }
Unread OutputLog::take_unread(std::size_t max_bytes) { return impl_->take_unread(max_bytes); }
Unread OutputLog::take_unread(std::size_t max_bytes, Told& told) const { return impl_->take_unread(max_bytes, told); }
std::uint64_t OutputLog::told() const { return impl_->told(); }
std::string OutputLog::text_from(std::uint64_t offset) const { return impl_->text_from(offset); }
void OutputLog::mark_told() { impl_->mark_told(); }
text::ScreenView OutputLog::view() const { return impl_->renderer_.view(); }
text::KeyModes OutputLog::key_modes() const { return impl_->renderer_.key_modes(); }
std::string OutputLog::alternate_screen_text() const { return impl_->renderer_.alternate_screen_text(); }
std::string OutputLog::take_replies() { return impl_->renderer_.take_replies(); }

}  // namespace termhost::terminal
