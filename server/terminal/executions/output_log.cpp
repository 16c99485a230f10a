#include "terminal/executions/output_log.hpp"

#include <algorithm>
#include <utility>

#include "terminal/executions/artifact_spool.hpp"
#include "terminal/executions/cast_recorder.hpp"
#include "terminal/executions/model_view.hpp"
#include "terminal/executions/raw_sample.hpp"
#include "terminal/executions/told_lines.hpp"
#include "terminal/executions/written_lines.hpp"
#include "text/secrets/hidden_screen.hpp"

namespace termhost::terminal {

bool OutputSnapshot::is_binary() const {
  if (raw_is_binary) return true;
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
        view_(options.preview_bytes, options.compact && !options.shows_only, options.secrets),
        spool_(options.store, options.task, options.execution, ArtifactKind::Rendered),
        artifact_id_(artifact_id(options.execution)),
        recording_id_(artifact_id(options.execution, ArtifactKind::Recording)) {
    if (!options.record_raw) return;
    recorder_.emplace(options.store, options.task, options.execution, options.render.columns, options.render.rows);
  }

  void write(std::string_view bytes, base::Instant now) {
    if (recorder_) recorder_->output(bytes, now);
    raw_bytes_ += bytes.size();
    raw_sample_.add(bytes);
    if (written_) written_->add(bytes);
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
    if (written_) written_->finish(last);
    rendered_.clear();
    renderer_.write(last, rendered_);
    clears_ = renderer_.clears();
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

  void see_lines(bool wanted) {
    if (wanted && !written_) written_.emplace(view_.secrets());
    if (!wanted) written_.reset();
  }
  [[nodiscard]] std::string_view newly_written() const { return written_ ? written_->newly() : std::string_view(); }

  [[nodiscard]] OutputSnapshot snapshot() const { return snapshot_of(view_.make(renderer_.pending())); }
  [[nodiscard]] OutputSnapshot persons_snapshot() const { return snapshot_of(view_.persons(renderer_.pending())); }

  OutputSnapshot take_unread() {
    OutputSnapshot unread = snapshot_of(view_.make_unread(renderer_.pending()));
    unread.cleared = clears() != told_clears_;
    mark_told();
    return unread;
  }

  void mark_told() {
    const std::string screen = renderer_.pending();
    view_.mark_told(screen);
    told_ = told_now(screen);
    told_clears_ = clears();
  }

  [[nodiscard]] std::uint64_t told() const { return told_.offset; }
  [[nodiscard]] std::string unread_text() const {
    return view_.labelled(masked_unread(told_, renderer_.pending())).text;
  }

  std::string take_newest(std::size_t max_bytes, Told& told) const {
    const std::string screen = renderer_.pending();
    const std::string unread = masked_unread(told, screen);
    told = told_now(screen);
    std::string_view newest = text::code_point_suffix(unread, max_bytes);
    if (newest.size() < unread.size() && unread[unread.size() - newest.size() - 1] != '\n')
      newest = from_line_start(newest);
    return std::string(text::code_point_suffix(view_.labelled(std::string(newest)).text, max_bytes));
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
            .begin = view.begin,
            .total_bytes = view.total_bytes,
            .total_lines = view.total_lines,
            .omitted = std::move(view.omitted),
            .hidden = view.hidden,
            .line_end_cut = cut,
            .cleared = clears() > 0,
            .artifact_id = spool_.created() ? std::optional(artifact_id_) : std::nullopt,
            .recording_id = recorder_ && recorder_->created() ? std::optional(recording_id_) : std::nullopt,
            .problem = problem(),
            .raw_bytes = raw_bytes_,
            .raw_head = raw_sample_.head(),
            .raw_is_binary = view.begin == 0 && raw_sample_.is_binary(),
            .secrets = view_.secrets()};
  }

  [[nodiscard]] std::string problem() const {
    if (!spool_.problem().empty() || !recorder_ || recorder_->problem().empty()) return spool_.problem();
    return "the raw recording ended early: " + recorder_->problem();
  }

  [[nodiscard]] std::uint64_t clears() const { return std::max(clears_, renderer_.clears()); }

  [[nodiscard]] Told told_now(std::string_view screen) const {
    return {view_.decided_bytes(), view_.masked_rest(screen)};
  }

  [[nodiscard]] std::string masked_unread(const Told& told, std::string_view screen) const {
    std::string all = view_.masked_end(screen);
    const std::uint64_t begin = view_.decided_bytes() + view_.masked_rest(screen).size() - all.size();
    if (told.offset < begin) return all;
    all.erase(0, told.offset - begin);
    ToldLines lines(told.lines);
    (void)lines.pass(all);
    lines.end();
    return lines.same() ? std::string() : all.substr(lines.stays().size());
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
  std::string artifact_id_, recording_id_;
  std::string rendered_;  ///< of the chunk at hand; kept for its capacity
  std::string unkept_;    ///< all of it, as long as it is not wanted in the artifact
  bool changed_ = false;  ///< since the last flush
  std::uint64_t raw_bytes_ = 0;
  RawSample raw_sample_;
  Told told_;
  std::optional<WrittenLines> written_;  ///< while somebody waits for a line
  std::uint64_t clears_ = 0;             ///< of the screen, at the end
  std::uint64_t told_clears_ = 0;
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
void OutputLog::see_lines(bool wanted) { impl_->see_lines(wanted); }
std::string_view OutputLog::newly_written() const { return impl_->newly_written(); }
OutputSnapshot OutputLog::snapshot() const { return impl_->snapshot(); }
OutputSnapshot OutputLog::persons_snapshot() const { return impl_->persons_snapshot(); }
OutputSnapshot OutputLog::take_unread() { return impl_->take_unread(); }
void OutputLog::mark_told() { impl_->mark_told(); }
std::uint64_t OutputLog::told() const { return impl_->told(); }
std::string OutputLog::unread_text() const { return impl_->unread_text(); }
std::string OutputLog::take_newest(std::size_t max_bytes, Told& told) const {
  return impl_->take_newest(max_bytes, told);
}
text::ScreenView OutputLog::view() const { return impl_->view(); }
text::KeyModes OutputLog::key_modes() const { return impl_->renderer_.key_modes(); }
std::string OutputLog::alternate_screen_text() const { return impl_->alternate_screen_text(); }
std::string OutputLog::take_replies() { return impl_->renderer_.take_replies(); }

}  // namespace termhost::terminal
