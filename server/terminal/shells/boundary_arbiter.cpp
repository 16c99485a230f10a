#include "terminal/shells/boundary_arbiter.hpp"

#include <utility>

namespace termhost::terminal {
namespace {

using vt::MarkerKind;

bool is_property(const vt::ShellMarker& marker, std::string_view key) {
  return marker.kind == MarkerKind::Property && marker.key == key;
}

/// Only our own integration has other properties, and then there is a nonce.
bool needs_no_proof(const vt::ShellMarker& marker) {
  return marker.kind != MarkerKind::Property || is_property(marker, "Cwd");
}

/// True for the marks that a shell sends between a prompt and the start of the command.
bool is_of_prompt(const vt::ShellMarker& marker) {
  return marker.kind != MarkerKind::CommandFinished && marker.kind != MarkerKind::Property;
}

}  // namespace

bool BoundaryArbiter::proves(const vt::ShellMarker& marker) {
  const bool proven = !nonce_.empty() && marker.nonce == nonce_;
  if (!proven && (prompt_nonce_.empty() || marker.nonce != prompt_nonce_ || !is_of_prompt(marker))) return false;
  if (is_property(marker, "Nonce") && !marker.value.empty()) prompt_nonce_ = std::exchange(nonce_, marker.value);
  if (marker.kind == MarkerKind::CommandExecuted) prompt_nonce_.clear();
  return true;
}

bool BoundaryArbiter::accepts(const vt::ShellMarker& marker) {
  switch (source_) {
    case Source::Events: return false;
    case Source::Nonce: return proves(marker);
    case Source::Osc633: return marker.dialect != vt::MarkerDialect::Osc133 && needs_no_proof(marker);
    case Source::Osc133:
      if (marker.dialect == vt::MarkerDialect::Osc633) source_ = Source::Osc633;
      return needs_no_proof(marker);
  }
  return false;
}

}  // namespace termhost::terminal
