#include "terminal/shells/shell_stream.hpp"

#include <algorithm>
#include <charconv>

namespace termhost::terminal {
namespace {

/// "1 0"
std::vector<int> codes_in(std::string_view text) {
  std::vector<int> codes;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    int code = 0;
    if (std::from_chars(word.data(), word.data() + word.size(), code).ec != std::errc{}) return {};
    codes.push_back(code);
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return codes;
}

/// The event of a marker; nothing for markers that no one here needs (continuation lines, other properties).
std::optional<ShellEvent> event_of(vt::ShellMarker&& marker) {
  using vt::MarkerKind;
  switch (marker.kind) {
    case MarkerKind::PromptStart: return ShellEvent{ShellEventKind::PromptStart, {}, {}, {}};
    case MarkerKind::CommandStart: return ShellEvent{ShellEventKind::PromptReady, {}, {}, {}};
    case MarkerKind::CommandExecuted: return ShellEvent{ShellEventKind::Started, {}, {}, {}};
    case MarkerKind::CommandFinished: return ShellEvent{ShellEventKind::Ended, {}, marker.exit_code, {}};
    case MarkerKind::CommandLine:
      return ShellEvent{ShellEventKind::CommandLine, {}, {}, std::move(marker.command_line)};
    case MarkerKind::Property:
      if (marker.key == "Exit") return ShellEvent{ShellEventKind::Exiting, {}, {}, {}};
      if (marker.key == "Editor") return ShellEvent{ShellEventKind::Editor, {}, {}, std::move(marker.value)};
      if (marker.key == "ReadOnly") return ShellEvent{ShellEventKind::ReadOnly, {}, {}, std::move(marker.value)};
      if (marker.key == "Stages") return ShellEvent{ShellEventKind::Stages, {}, {}, {}, codes_in(marker.value)};
      if (marker.key != "Cwd") return std::nullopt;
      return ShellEvent{ShellEventKind::Directory, {}, {}, std::move(marker.value)};
    case MarkerKind::ContinuationEnd: return ShellEvent{ShellEventKind::Continuation, {}, {}, {}};
    case MarkerKind::ContinuationStart: return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::optional<ShellEvent> ShellStream::next(std::string_view& bytes) {
  while (auto segment = segmenter_.next(bytes)) {
    if (!segment->marker) return ShellEvent{ShellEventKind::Output, segment->data, {}, {}};
    if (!arbiter_.accepts(*segment->marker)) continue;
    has_marks_ = true;
    if (auto event = event_of(std::move(*segment->marker))) return event;
  }
  return std::nullopt;
}

}  // namespace termhost::terminal
