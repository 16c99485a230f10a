#include "host/state/kept_execution.hpp"

#include <variant>

#include "protocol/codec/decode.hpp"
#include "protocol/codec/encode.hpp"
#include "rpc/message.hpp"
#include "rpc/parser.hpp"

namespace termhost::host {
namespace {

constexpr std::string_view method = "kept";

}  // namespace

std::string to_text(const KeptExecution& kept) { return rpc::notification_text(method, protocol::encode(kept)); }

std::optional<KeptExecution> kept_execution(std::string_view text) {
  const rpc::Message message = rpc::parse_message(text);
  const auto* const told = std::get_if<rpc::Notification>(&message);
  if (told == nullptr || told->method != method) return std::nullopt;
  auto kept = protocol::decode<KeptExecution>(told->params, method);
  return kept ? std::optional(*std::move(kept)) : std::nullopt;
}

}  // namespace termhost::host
