#include "terminal/output_log.hpp"

#include <algorithm>
#include <utility>

#include "terminal/artifact_spool.hpp"
#include "terminal/cast_recorder.hpp"
#include "terminal/model_view.hpp"
#include "text/secrets/hidden_screen.hpp"

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
        columns_(options.render.columns),
        view_(options.preview_bytes, options.compact, options.secrets),
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
    columns_ = columns;
    renderer_.resize(columns, rows);
    if (recorder_) recorder_->resize(columns, rows, now);
  }

  void flush() {
    if (!changed_) return;
    if (recorder_) recorder_->flush();
    const std::string screen = renderer_.pending();
    keep_if_long(screen);
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
    view_.finish();
    keep_if_long({});
    spool_.close();
    unkept_ = {};
    changed_ = false;
    // Ended executions are remembered by the hundred, their screens need not be.
    renderer_ = text::Renderer({.columns = 1, .rows = 1});
    rendered_.shrink_to_fit();
  }

  [[nodiscard]] std::string_view newly_rendered() const { return rendered_; }
  [[nodiscard]] std::string_view newly_shown() const { return view_.newly_shown(); }

  [[nodiscard]] OutputSnapshot snapshot() const { return snapshot_of(view_.make(renderer_.pending())); }
  [[nodiscard]] OutputSnapshot persons_snapshot() const { return snapshot_of(view_.persons(renderer_.pending())); }

  Unread take_unread(std::size_t max_bytes, Told& told) const {
    const std::string screen = renderer_.pending();
    const std::string all = view_.masked_end(screen);
    const std::uint64_t end = view_.total_bytes() + screen.size();
    const std::uint64_t since_told = end - std::min(end, told.offset);
    const std::size_t known = static_cast<std::size_t>(std::min<std::uint64_t>(all.size(), since_told));
    std::string_view unread = text::code_point_suffix(std::string_view(all).substr(all.size() - known), max_bytes);
    const std::size_t at = all.size() - unread.size();
    const bool within_line = unread.size() < since_told && (at == 0 || all[at - 1] != '\n');
    if (within_line) unread = from_line_start(unread);
    const bool nothing_new = unread.find('\n') == std::string_view::npos && unread == told.open_line;
    told = told_up_to(end, all);
    if (nothing_new) return {};
    text::LabelledText shown = view_.labelled(std::string(unread));
    while (shown.text.size() > max_bytes && shown.hidden.secrets > 0) {
      unread = text::code_point_suffix(unread, unread.size() - std::min(unread.size(), shown.text.size() - max_bytes));
      shown = view_.labelled(std::string(unread));
    }
    return {std::move(shown.text), since_told - unread.size(), unread.size(), shown.hidden};
  }

  [[nodiscard]] Unread take_unread(std::size_t max_bytes) { return take_unread(max_bytes, told_); }
  [[nodiscard]] std::uint64_t told() const { return told_.offset; }

  [[nodiscard]] std::string text_from(std::uint64_t offset) const {
    const std::string screen = renderer_.pending();
    const std::string text = view_.masked_end(screen);
    const std::uint64_t begin = view_.total_bytes() + screen.size() - text.size();
    return view_.labelled(text.substr(std::min<std::uint64_t>(offset - std::min(offset, begin), text.size()))).text;
  }

  void mark_told() {
    const std::string screen = renderer_.pending();
    told_ = told_up_to(view_.total_bytes() + screen.size(), view_.masked_end(screen));
  }

  [[nodiscard]] text::ScreenView view() const {
    text::ScreenView view = renderer_.view();
    if (!view_.secrets()) return view;
    view.rows = text::hide_in_rows(*view_.secrets(), std::move(view.rows), view.columns);
    view.title = view_.secrets()->hide(std::move(view.title)).text;
    return view;
  }

  [[nodiscard]] std::string alternate_screen_text() const {
    std::string screen = renderer_.alternate_screen_text();
    return screen.empty() || !view_.secrets() ? screen : text::hide_on_screen(*view_.secrets(), screen, columns_);
  }

  text::Renderer renderer_;

 private:
  [[nodiscard]] OutputSnapshot snapshot_of(ViewText view) const {
    const bool cut = view.omitted.empty() && view.text.ends_with('\n');
    if (cut) view.text.pop_back();
    return {.text = std::move(view.text),
            .total_bytes = view.total_bytes,
            .total_lines = view.total_lines,
            .omitted = std::move(view.omitted),
            .hidden = view.hidden,
            .line_end_cut = cut,
            .artifact_id = spool_.created() ? std::optional(artifact_id_) : std::nullopt,
            .problem = problem(),
            .raw_bytes = raw_bytes_,
            .raw_head = raw_head_,
            .secrets = view_.secrets()};
  }

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
    view_.append(text);
    if (text.empty()) return;
    if (!spool_.wanted()) unkept_ += text;
    spool_.append(text);
    keep_if_long({});
  }

  /// Everything from the first byte goes to the artifact once not all of it is shown.
  void keep_if_long(std::string_view screen) {
    if (spool_.wanted() || view_.is_whole_with(screen)) return;
    spool_.open();
    spool_.append(unkept_);
    unkept_ = {};
  }

  int columns_;
  ModelView view_;
  ArtifactSpool spool_;
  std::optional<CastRecorder> recorder_;
  std::string artifact_id_;
  std::string rendered_;  ///< of the chunk at hand; kept for its capacity
  std::string unkept_;    ///< all of it, as long as it is not wanted in the artifact
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
std::string_view OutputLog::newly_shown() const { return impl_->newly_shown(); }
OutputSnapshot OutputLog::snapshot() const { return impl_->snapshot(); }
OutputSnapshot OutputLog::persons_snapshot() const { return impl_->persons_snapshot(); }
Unread OutputLog::take_unread(std::size_t max_bytes) { return impl_->take_unread(max_bytes); }
Unread OutputLog::take_unread(std::size_t max_bytes, Told& told) const { return impl_->take_unread(max_bytes, told); }
std::uint64_t OutputLog::told() const { return impl_->told(); }
std::string OutputLog::text_from(std::uint64_t offset) const { return impl_->text_from(offset); }
void OutputLog::mark_told() { impl_->mark_told(); }
text::ScreenView OutputLog::view() const { return impl_->view(); }
text::KeyModes OutputLog::key_modes() const { return impl_->renderer_.key_modes(); }
std::string OutputLog::alternate_screen_text() const { return impl_->alternate_screen_text(); }
std::string OutputLog::take_replies() { return impl_->renderer_.take_replies(); }

}  // namespace termhost::terminal
