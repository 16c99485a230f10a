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

KeptSandbox to_kept(const sandbox::Sandbox& sandbox) {
  return {.level = static_cast<protocol::SandboxPlace>(sandbox.level),
          .network = static_cast<protocol::SandboxNetwork>(sandbox.network),
          .writable = sandbox.writable,
          .hidden = sandbox.hidden,
          .workspace = sandbox.workspace,
          .secret_files = sandbox.secret_files,
          .readable = sandbox.readable,
          .only_reads = sandbox.only_reads};
}

sandbox::Sandbox from_kept(const KeptSandbox& kept) {
  return {.level = static_cast<sandbox::Level>(kept.level),
          .network = static_cast<sandbox::Network>(kept.network),
          .writable = kept.writable,
          .hidden = kept.hidden,
          .workspace = kept.workspace,
          .secret_files = kept.secret_files,
          .readable = kept.readable,
          .only_reads = kept.only_reads};
}

std::string to_text(const KeptExecution& kept) { return rpc::notification_text(method, protocol::encode(kept)); }

std::optional<KeptExecution> kept_execution(std::string_view text) {
  const rpc::Message message = rpc::parse_message(text);
  const auto* const told = std::get_if<rpc::Notification>(&message);
  if (told == nullptr || told->method != method) return std::nullopt;
  auto kept = protocol::decode<KeptExecution>(told->params, method);
  return kept ? std::optional(*std::move(kept)) : std::nullopt;
}

}  // namespace termhost::host
