#include "host/mcp/request_states.hpp"

#include <charconv>
#include <optional>
#include <sodium.h>
#include <stdexcept>

#include <fmt/format.h>

namespace termhost::host {
namespace {

static_assert(crypto_auth_KEYBYTES == 32);

struct Body {
  std::uint64_t serial = 0;
  std::int64_t expires = 0;
};

std::optional<Body> read_body(std::string_view text) {
  Body body;
  const char* const end = text.data() + text.size();
  const auto serial = std::from_chars(text.data(), end, body.serial);
  if (serial.ec != std::errc() || serial.ptr == end || *serial.ptr != '.') return std::nullopt;
  const auto expires = std::from_chars(serial.ptr + 1, end, body.expires);
  if (expires.ec != std::errc() || expires.ptr != end) return std::nullopt;
  return body;
}

bool same(std::string_view a, std::string_view b) {
  return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace

RequestStates::RequestStates() {
  if (sodium_init() < 0) throw std::runtime_error("libsodium can't be used on this machine");
  crypto_auth_keygen(key_.data());
}

std::string RequestStates::seal(std::string_view body, std::string_view call) const {
  const std::string sealed = fmt::format("{}\n{}", body, call);
  std::array<unsigned char, crypto_auth_BYTES> mac{};
  crypto_auth(mac.data(), reinterpret_cast<const unsigned char*>(sealed.data()), sealed.size(), key_.data());
  std::array<char, crypto_auth_BYTES * 2 + 1> hex{};
  sodium_bin2hex(hex.data(), hex.size(), mac.data(), mac.size());
  return hex.data();
}

std::string RequestStates::issue(std::string_view call, base::Instant now) {
  const auto expires = (now + request_state_lifetime).time_since_epoch().count();
  const std::string body = fmt::format("{}.{}", ++last_serial_, expires);
  return fmt::format("{}.{}", body, seal(body, call));
}

base::Expected<void, std::string> RequestStates::redeem(std::string_view state, std::string_view call,
                                                        base::Instant now) {
  const std::size_t dot = state.rfind('.');
  const std::string_view body_text = state.substr(0, dot == std::string_view::npos ? 0 : dot);
  const auto body = read_body(body_text);
  if (!body || !same(state.substr(dot + 1), seal(body_text, call)))
    return base::unexpected(std::string("it was not given for this call by this server"));
  std::erase_if(redeemed_, [&](const auto& entry) { return entry.second < now; });
  const base::Instant expires{base::Duration(body->expires)};
  if (expires < now) return base::unexpected(std::string("it has expired; call again without it"));
  if (!redeemed_.emplace(body->serial, expires).second)
    return base::unexpected(std::string("it was used already; call again without it"));
  return {};
}

}  // namespace termhost::host
