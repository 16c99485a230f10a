// The state that a client carries back to us with the person's answer (MCP 2026-07-28, `requestState`): sealed with a
// key of this process, bound to the call it was given for, good once and for a limited time.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "base/expected.hpp"

namespace termhost::host {

/// A person may have gone for a coffee; a state that is found later in a log is worth nothing.
inline constexpr base::Millis request_state_lifetime{15 * 60 * 1000};

class RequestStates {
 public:
  RequestStates();

  /// `call` says what is asked for: the state is worth nothing for any other.
  [[nodiscard]] std::string issue(std::string_view call, base::Instant now);
  /// The error: one sentence, why it is worth nothing.
  [[nodiscard]] base::Expected<void, std::string> redeem(std::string_view state, std::string_view call,
                                                         base::Instant now);

 private:
  using Key = std::array<unsigned char, 32>;

  [[nodiscard]] std::string seal(std::string_view body, std::string_view call) const;

  Key key_{};
  std::uint64_t last_serial_ = 0;
  std::map<std::uint64_t, base::Instant> redeemed_;  // until they would have expired
};

}  // namespace termhost::host
