// The choice of the source that may say where a command begins and ends. Several sources can report on one terminal
// (the editor's events, our marks, another integration's marks). Exactly one is believed, and belief only ever rises,
// so that sources cannot flap.
//
//   Events  the editor's events bound executions; marks in the stream are leftovers
//   Nonce   the terminal carries our integration: a mark without our nonce was printed by a program and is data. The
//           shell takes a new nonce for each command and announces it (property "Nonce") under the old one. The old one
//           then proves only the marks of the prompt, up to the start of the command: a prompt may be copied to a file,
//           and nothing that could be read before a command began says anything while it runs
//   Osc633  marks of VS Code's kind without proof, and of their properties only the directory
//   Osc133  FinalTerm marks; give way to OSC 633 for good once that is seen
#pragma once

#include <string>
#include <string_view>

#include "vt/shell_marker.hpp"

namespace termhost::terminal {

class BoundaryArbiter {
 public:
  /// For a terminal whose editor sends events.
  [[nodiscard]] static BoundaryArbiter events() { return {Source::Events, {}}; }
  /// For a terminal that we started: only marks with this nonce count.
  [[nodiscard]] static BoundaryArbiter owned(std::string nonce) { return {Source::Nonce, std::move(nonce)}; }
  /// Likewise, for one whose prompt an earlier termhost has seen: the marks of the prompt may have `prompt_nonce`.
  [[nodiscard]] static BoundaryArbiter owned(std::string nonce, std::string prompt_nonce) {
    BoundaryArbiter arbiter(Source::Nonce, std::move(nonce));
    arbiter.prompt_nonce_ = std::move(prompt_nonce);
    return arbiter;
  }
  /// For a terminal that somebody else started and whose bytes we see.
  [[nodiscard]] static BoundaryArbiter bytes() { return {Source::Osc133, {}}; }

  /// True if this mark counts. The mark may change the source or the nonce.
  [[nodiscard]] bool accepts(const vt::ShellMarker& marker);
  [[nodiscard]] const std::string& nonce() const { return nonce_; }
  [[nodiscard]] const std::string& prompt_nonce() const { return prompt_nonce_; }

 private:
  enum class Source { Osc133, Osc633, Nonce, Events };
  BoundaryArbiter(Source source, std::string nonce) : source_(source), nonce_(std::move(nonce)) {}

  [[nodiscard]] bool proves(const vt::ShellMarker& marker);

  Source source_;
  std::string nonce_;
  std::string prompt_nonce_;  ///< of the marks of this prompt; empty while a command runs
};

}  // namespace termhost::terminal
