#include "terminal/boundary_arbiter.hpp"

namespace termhost::terminal {

bool BoundaryArbiter::accepts(const vt::ShellMarker& marker) {
  switch (source_) {
    case Source::Events: return false;
    case Source::Nonce:
      if (nonce_.empty() || marker.nonce != nonce_) return false;
      if (marker.kind == vt::MarkerKind::Property && marker.key == "Nonce" && !marker.value.empty())
        nonce_ = marker.value;
      return true;
    case Source::Osc633: return marker.dialect != vt::MarkerDialect::Osc133;
    case Source::Osc133:
      if (marker.dialect == vt::MarkerDialect::Osc633) source_ = Source::Osc633;
      return true;
  }
  return false;
}

}  // namespace termhost::terminal
