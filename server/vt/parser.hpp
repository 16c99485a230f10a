// Splits a terminal stream into text, controls and sequences, and passes each to a sink. Streaming: the stream may be
// cut anywhere between two calls, also inside a character. Bounded: see Parameters and max_string_payload.
//
// A sink is any class with these members (a template, because runs of text must reach it without a virtual call):
//   void print_ascii(std::string_view)         a run of printable ASCII
//   void print(char32_t)                       any other character, from U+00A0 up
//   void end_run()                             the run of characters is over: something else follows
//   void execute(char32_t)                     a C0 or C1 control
//   void esc_dispatch(std::uint32_t id)        see function_id
//   void csi_dispatch(std::uint32_t id, const Parameters&)
//   bool skips_csi(char final)                 true if the sink ignores a CSI sequence of parameters and this final
//                                              byte at the moment; its parameters are not read then
//   void osc_dispatch(std::string_view payload)            empty if the sequence was cancelled or too long
//   void dcs_dispatch(std::uint32_t id, std::string_view payload)      likewise
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/utf8.hpp"
#include "vt/controls.hpp"
#include "vt/parameters.hpp"
#include "vt/scan.hpp"
#include "vt/transitions.hpp"

namespace termhost::vt {

/// Longest OSC or DCS payload that is looked at: far over any that means something to us, and bounded because a program
/// may open a string and never end it.
inline constexpr std::size_t max_string_payload = 64 * 1024;

inline constexpr char32_t byte_order_mark = 0xfeff;  ///< shows nothing

/// The identity of a sequence: its prefix, intermediates and final byte in this order, as in function_id("?$p").
[[nodiscard]] constexpr std::uint32_t function_id(std::string_view characters) {
  std::uint32_t id = 0;
  for (const char character : characters) id = id << 8 | static_cast<unsigned char>(character);
  return id;
}

class Parser {
 public:
  template <class Sink>
  void write(std::string_view bytes, Sink& sink) {
    const char* at = bytes.data();
    const char* const end = at + bytes.size();
    at = complete_partial(at, end, sink);
    while (at != end) at = state_ == State::Ground ? ground(at, end, sink) : sequence(at, end, sink);
  }

  /// Forgets a sequence or character that began.
  void reset() { *this = Parser(); }

  /// Forgets a character that has begun and will not be completed; false: there is none.
  bool drop_partial() { return !std::exchange(partial_, {}).empty(); }
  /// Between characters and sequences, so that plain text may be taken past the parser.
  [[nodiscard]] bool idle() const { return state_ == State::Ground && partial_.empty(); }

 private:
  template <class Sink>
  const char* ground(const char* at, const char* end, Sink& sink) {
    const char* const stop = skip_printable_ascii(at, end);
    if (stop != at) {
      sink.print_ascii({at, stop});
      return stop;
    }
    const auto byte = static_cast<unsigned char>(*at);
    if (byte >= 0x80) return character(at, end, sink);
    if (byte == escape && end - at > 2 && at[1] == '[') return control_sequence(at, end, sink);
    step(byte, sink);
    return at + 1;
  }

  /// ESC [ in the common form, whole. The rest goes the long way.
  template <class Sink>
  const char* control_sequence(const char* at, const char* end, Sink& sink) {
    const char* const final = csi_final(at, end);
    if (final == nullptr) {
      step(static_cast<unsigned char>(*at), sink);
      return at + 1;
    }
    sink.end_run();
    if (sink.skips_csi(*final)) return final + 1;
    begin();
    std::for_each(at + 2, final, [this](char byte) { parameter(byte); });
    sink.csi_dispatch(static_cast<unsigned char>(*final), parameters_);
    return final + 1;
  }

  template <class Sink>
  const char* sequence(const char* at, const char* end, Sink& sink) {
    if (state_ == State::CsiParam || state_ == State::CsiEntry) return parameters(at, end, sink);
    if (state_ == State::Osc || state_ == State::DcsPassthrough || state_ == State::SosPmApc) {
      const char* const stop = skip_printable_ascii(at, end);
      if (stop != at) {
        if (state_ != State::SosPmApc) put({at, stop});
        return stop;
      }
    }
    const auto byte = static_cast<unsigned char>(*at);
    if (byte >= 0x80) return character(at, end, sink);
    step(byte, sink);
    return at + 1;
  }

  template <class Sink>
  const char* parameters(const char* at, const char* end, Sink& sink) {
    while (at != end && is_parameter(*at)) {
      state_ = State::CsiParam;
      parameter(*at++);
    }
    if (at == end) return at;
    const auto byte = static_cast<unsigned char>(*at);
    if (byte >= 0x80) return character(at, end, sink);
    step(byte, sink);
    return at + 1;
  }

  template <class Sink>
  const char* character(const char* at, const char* end, Sink& sink) {
    const base::Decoded decoded = base::decode_utf8({at, end});
    if (decoded.taken == 0) {
      partial_.assign(at, end);
      return end;
    }
    deliver(decoded, {at, decoded.taken}, sink);
    return at + decoded.taken;
  }

  /// The rest of a character that the last call ended in.
  template <class Sink>
  const char* complete_partial(const char* at, const char* end, Sink& sink) {
    while (!partial_.empty() && at != end) {
      partial_ += *at;
      const base::Decoded decoded = base::decode_utf8(partial_);
      if (decoded.taken == 0) {
        ++at;
        continue;
      }
      if (decoded.taken == partial_.size()) ++at;
      deliver(decoded, partial_, sink);
      partial_.clear();
    }
    return at;
  }

  template <class Sink>
  void deliver(const base::Decoded& decoded, std::string_view bytes, Sink& sink) {
    if (decoded.code_point == byte_order_mark) return;
    deliver(decoded.code_point, decoded.malformed ? base::replacement_bytes : bytes, sink);
  }

  template <class Sink>
  void deliver(char32_t code, std::string_view bytes, Sink& sink) {
    if (code < first_graphic) return step(code, sink);
    if (state_ == State::Ground) return sink.print(code);
    const Transition transition = transitions(state_, code);
    if (transition.action == Action::OscPut || transition.action == Action::DcsPut) put(bytes);
    state_ = transition.next;
  }

  /// One code point that is neither text nor part of a longer run.
  template <class Sink>
  void step(char32_t code, Sink& sink) {
    const Transition transition = transitions(state_, code);
    if (state_ == State::Ground) sink.end_run();
    state_ = transition.next;
    switch (transition.action) {
      case Action::Ignore:
      case Action::Drop:
      case Action::Print: break;
      case Action::Execute: sink.execute(code); break;
      case Action::Begin: begin(); break;
      case Action::Parameter: parameter(static_cast<char>(code)); break;
      case Action::Collect: collected_ = collected_ << 8 | static_cast<std::uint32_t>(code); break;
      case Action::EscDispatch: sink.esc_dispatch(collected_ << 8 | static_cast<std::uint32_t>(code)); break;
      case Action::CsiDispatch:
        sink.csi_dispatch(collected_ << 8 | static_cast<std::uint32_t>(code), parameters_);
        break;
      case Action::OscStart: start_payload(); break;
      case Action::DcsHook:
        hooked_ = collected_ << 8 | static_cast<std::uint32_t>(code);
        start_payload();
        break;
      case Action::OscPut:
      case Action::DcsPut: {
        const char byte = static_cast<char>(code);
        put({&byte, 1});
        break;
      }
      case Action::OscEnd:
        begin();
        sink.osc_dispatch(finished_payload(code));
        break;
      case Action::DcsUnhook:
        begin();
        sink.dcs_dispatch(hooked_, finished_payload(code));
        break;
    }
  }

  void begin() {
    parameters_.clear();
    collected_ = 0;
  }

  void parameter(char byte) {
    if (byte == ';') return parameters_.next();
    if (byte == ':') return parameters_.next_sub();
    parameters_.digit(byte - '0');
  }

  void start_payload() {
    payload_.clear();
    too_long_ = false;
  }

  void put(std::string_view bytes) {
    too_long_ = too_long_ || payload_.size() + bytes.size() > max_string_payload;
    if (!too_long_) payload_ += bytes;
  }

  [[nodiscard]] std::string_view finished_payload(char32_t terminator) const {
    const bool cancelled = terminator == cancel || terminator == substitute;
    return cancelled || too_long_ ? std::string_view{} : std::string_view{payload_};
  }

  State state_ = State::Ground;
  bool too_long_ = false;
  std::uint32_t collected_ = 0;  ///< prefix and intermediates so far; older ones than fit are shifted out
  std::uint32_t hooked_ = 0;     ///< the DCS whose payload is read
  Parameters parameters_;
  std::string payload_;
  std::string partial_;  ///< a character that began and has not ended
};

}  // namespace termhost::vt
