#include "terminal/shells/shell_stream.hpp"

#include <algorithm>
#include <array>

namespace termhost::terminal {
namespace {

struct Property {
  std::string_view key;
  ShellEventKind kind;
};
/// The properties of marks; all others are nobody's here.
constexpr std::array properties{
    Property{"Cwd", ShellEventKind::Directory}, Property{"Editor", ShellEventKind::Editor},
    Property{"Exit", ShellEventKind::Exiting},  Property{"ReadOnly", ShellEventKind::ReadOnly},
    Property{"Stages", ShellEventKind::Stages}, Property{"State", ShellEventKind::State},
};

std::optional<ShellEvent> event_of_property(vt::ShellMarker&& marker) {
  const auto* const row = std::ranges::find(properties, marker.key, &Property::key);
  if (row == properties.end()) return std::nullopt;
  return ShellEvent{row->kind, {}, {}, std::move(marker.value)};
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
    case MarkerKind::Property: return event_of_property(std::move(marker));
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
