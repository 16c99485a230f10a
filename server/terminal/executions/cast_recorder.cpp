#include "terminal/executions/cast_recorder.hpp"

#include <utility>

#include <fmt/format.h>

#include "base/utf8.hpp"

namespace termhost::terminal {

CastRecorder::CastRecorder(ArtifactStore* store, base::TaskId task, base::ExecutionId id, int columns, int rows)
    : spool_(store, std::move(task), std::move(id), ArtifactKind::Recording), columns_(columns), rows_(rows) {}

void CastRecorder::start(base::Instant now) {
  if (started_) return;
  started_ = now;
  spool_.open();
  spool_.append(fmt::format("{{\"version\": 2, \"width\": {}, \"height\": {}}}\n", columns_, rows_));
}

void CastRecorder::output(std::string_view bytes, base::Instant now) {
  if (bytes.empty()) return;
  start(now);
  std::string text = std::exchange(unfinished_, {});
  text += bytes;
  const std::size_t whole = text.size() - base::incomplete_utf8_suffix(text);
  unfinished_ = text.substr(whole);
  if (whole > 0) event('o', std::string_view(text).substr(0, whole), now);
}

void CastRecorder::resize(int columns, int rows, base::Instant now) {
  columns_ = columns;
  rows_ = rows;
  if (started_) event('r', fmt::format("{}x{}", columns, rows), now);
}

void CastRecorder::flush() { spool_.flush({}); }

void CastRecorder::close(base::Instant now) {
  if (!unfinished_.empty()) event('o', std::exchange(unfinished_, {}), now);
  spool_.close();
}

void CastRecorder::event(char code, std::string_view data, base::Instant now) {
  const std::chrono::duration<double> seconds = now - *started_;
  spool_.append(fmt::format("[{:.6f}, \"{}\", {}]\n", seconds.count(), code, json_string(base::well_formed(data))));
}

std::string json_string(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
    if (control) {
      quoted += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      if (c == '"' || c == '\\') quoted += '\\';
      quoted += c;
    }
  }
  return quoted += '"';
}

}  // namespace termhost::terminal
