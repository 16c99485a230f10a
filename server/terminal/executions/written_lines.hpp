// The lines of a terminal's stream as they were written, one by one: also such as were written over or cleared later,
// each frame of a progress bar too.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "text/secrets/secret_finder.hpp"
#include "vt/parser.hpp"

namespace termhost::terminal {

class WrittenLines {
 public:
  /// `secrets`: hidden; null: nothing is.
  explicit WrittenLines(std::shared_ptr<const text::Secrets> secrets) : hidden_(std::move(secrets)) {}

  void add(std::string_view bytes);
  /// The stream ends with these bytes: the open line is one too.
  void finish(std::string_view last);
  /// The lines that the last call wrote, each ended by LF.
  [[nodiscard]] std::string_view newly() const { return newly_; }

  // The functions that the parser calls.
  void print_ascii(std::string_view text) { put(text); }
  void print(char32_t character);
  void end_run() {}
  void execute(char32_t control);
  void esc_dispatch(std::uint32_t id);
  bool skips_csi(char final) { return final == 'm'; }
  void csi_dispatch(std::uint32_t id, const vt::Parameters& parameters);
  void osc_dispatch(std::string_view /*payload*/) {}
  void dcs_dispatch(std::uint32_t /*id*/, std::string_view /*payload*/) {}

 private:
  void put(std::string_view text);
  void end_line();

  vt::Parser parser_;
  text::HiddenStream hidden_;
  std::string line_;
  std::string lines_;  ///< of the bytes at hand
  std::string newly_;
};

}  // namespace termhost::terminal
