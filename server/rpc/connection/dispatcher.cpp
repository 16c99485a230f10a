#include "rpc/connection/dispatcher.hpp"

#include <exception>

#include <fmt/format.h>

#include "protocol/base64.hpp"

namespace termhost::rpc {
namespace {

namespace methods = protocol::methods;

/// Runs `action` and returns what it threw, in words; empty if nothing.
template <class Action>
std::string failure_of(Action action) {
  try {
    action();
    return "";
  } catch (const std::exception& error) {
    return fmt::format("internal error: {}", error.what());
  } catch (...) {
    return "internal error of an unknown kind";
  }
}

bool is_optional(std::string_view method) { return method.starts_with("$/"); }

}  // namespace

Dispatcher::Dispatcher(const Dialect& dialect, Send send, Log log)
    : dialect_(dialect),
      send_(send),
      log_(log),
      phase_(dialect.gate == LifecycleGate::Closed ? Phase::Uninitialized : Phase::Running),
      table_(std::make_shared<RequestTable>(
          dialect.cancel_rule, std::move(send), std::move(log),
          [this](std::string_view method, bool with_result) { answered(method, with_result); })) {
  on_notification(dialect.cancel_method, [this](const Json& params) { cancel(params); });
}

void Dispatcher::on_stream(StreamChunk::Kind kind, StreamHandler handler) {
  streams_[kind] = std::move(handler);
  switch (kind) {
    case StreamChunk::Kind::Terminal:
      return on_stream_tree(methods::terminal_did_write, kind, [](const auto& params) {
        return StreamChunk{.id = params.terminal_id.str(), .data = {}, .index = {}};
      });
    case StreamChunk::Kind::ShellExecution:
      return on_stream_tree(methods::shell_execution_did_write, kind, [](const auto& params) {
        return StreamChunk{.id = params.execution_id, .data = {}, .index = params.index};
      });
  }
}

/// The slow path for the few stream messages that are not plain frames: bad characters, unusual fields.
template <class Params, class ToChunk>
void Dispatcher::on_stream_tree(const protocol::NotificationMethod<Params>& method, StreamChunk::Kind kind,
                                ToChunk to_chunk) {
  on(method, [this, kind, to_chunk, name = method.name](const Params& params) {
    std::string decoded;
    const bool base64 = params.encoding == protocol::Encoding::Base64;
    if (base64 && !protocol::decode_base64(params.data, decoded)) return drop(name, "params.data: expected base64");
    StreamChunk chunk = to_chunk(params);
    chunk.kind = kind;
    chunk.data = base64 ? decoded : params.data;
    dispatch(chunk);
  });
}

void Dispatcher::on_request(std::string_view method, RawRequestHandler handler) {
  requests_.insert_or_assign(std::string(method), std::move(handler));
}

void Dispatcher::on_notification(std::string_view method, RawNotificationHandler handler) {
  notifications_.insert_or_assign(std::string(method), std::move(handler));
}

std::optional<RpcError> Dispatcher::refused_by_gate(std::string_view method) const {
  const bool initializes = gated() && method == methods::initialize.name;
  switch (phase_) {
    case Phase::Uninitialized:
      if (initializes) return std::nullopt;
      return make_error(ErrorCode::ServerNotInitialized, fmt::format("{} came before initialize", method));
    case Phase::Initializing:
      if (initializes) break;
      return make_error(ErrorCode::ServerNotInitialized,
                        fmt::format("{} came before the answer to initialize", method));
    case Phase::Running:
      if (initializes) break;
      return std::nullopt;
    case Phase::ShutDown:
    case Phase::Exited: return make_error(ErrorCode::InvalidRequest, fmt::format("{} came after shutdown", method));
  }
  return make_error(ErrorCode::InvalidRequest, "initialize came a second time");
}

void Dispatcher::dispatch(Request request) {
  if (exited()) return;
  if (const auto refusal = refused_by_gate(request.method)) return send_(error_text(request.id, *refusal));
  call(request);
}

void Dispatcher::call(const Request& request) {
  const auto handler = requests_.find(request.method);
  if (handler == requests_.end()) {
    return send_(error_text(
        request.id, make_error(ErrorCode::MethodNotFound, fmt::format("there is no method {}", request.method))));
  }
  const auto serial = table_->open(request.id, request.method);
  if (!serial) return send_(error_text(request.id, serial.error()));
  if (gated() && request.method == methods::initialize.name) phase_ = Phase::Initializing;
  if (gated() && request.method == methods::shutdown.name) phase_ = Phase::ShutDown;
  const auto table = table_;
  table->handler_returned(*serial, failure_of([&] { handler->second(request.params, RawReply(table, *serial)); }));
}

void Dispatcher::dispatch(const Notification& notification) {
  if (exited()) return;
  const std::string_view method = notification.method;
  if (gated() && method == methods::exit.name) return leave(phase_ == Phase::ShutDown ? 0 : 1);
  if (phase_ != Phase::Running && !is_optional(method)) return drop(method, "it came outside of the session");
  const auto handler = notifications_.find(method);
  if (handler == notifications_.end()) return is_optional(method) ? void() : drop(method, "there is no such method");
  const std::string failure = failure_of([&] { handler->second(notification.params); });
  if (!failure.empty()) log_(fmt::format("{}: {}", method, failure));
}

void Dispatcher::dispatch(const StreamChunk& chunk) {
  if (phase_ != Phase::Running) return;
  const auto handler = streams_.find(chunk.kind);
  if (handler == streams_.end()) return;
  const std::string failure = failure_of([&] { handler->second(chunk); });
  if (!failure.empty()) log_(fmt::format("didWrite: {}", failure));
}

void Dispatcher::dispatch(const InvalidMessage& message) {
  log_(message.error.message);
  if (!exited()) send_(error_text(message.id, message.error, dialect_.unread_id));
}

void Dispatcher::answered(std::string_view method, bool with_result) {
  if (phase_ != Phase::Initializing || method != methods::initialize.name) return;
  phase_ = with_result ? Phase::Running : Phase::Uninitialized;
}

void Dispatcher::leave(int status) {
  phase_ = Phase::Exited;
  if (exit_) exit_(status);
}

void Dispatcher::cancel(const Json& params) {
  if (!params.is_object() || !params.contains(dialect_.cancel_id_field)) return;
  const auto reason = params.find("reason");
  const bool told = reason != params.end() && reason->is_string();
  if (const auto id = read_id(params[std::string(dialect_.cancel_id_field)]))
    table_->cancel(*id, told ? reason->get<std::string>() : std::string());
}

void Dispatcher::drop(std::string_view method, std::string_view why) {
  log_(fmt::format("a notification was dropped: {}: {}", method, why));
}

}  // namespace termhost::rpc
