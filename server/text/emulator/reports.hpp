// Answers to the queries of programs, as in xterm.js. A query that it ignores gets the plain answer that ends the wait.
#pragma once

#include <cstdint>
#include <string_view>

#include "text/emulator/emulation_state.hpp"
#include "vt/parameters.hpp"

namespace termhost::text::emulation {

/// The control sequences that ask. False: it is none of them.
bool report(State& t, std::uint32_t id, const vt::Parameters& parameters);
/// OSC 10, 11, 12 with `?`: the colours of text, background and cursor. Further fields ask for the colours that follow.
void report_color(State& t, std::string_view payload);
/// DECRQSS
void report_setting(State& t, std::string_view what);

}  // namespace termhost::text::emulation
