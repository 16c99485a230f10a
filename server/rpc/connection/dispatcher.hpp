// Incoming messages → typed handlers. Decodes params, keeps the lifecycle, answers messages without a handler, and is
// the one exception fence: any exception of a handler becomes an internal error and a log line.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "protocol/codec/decode.hpp"
#include "protocol/methods.hpp"
#include "rpc/dialect.hpp"
#include "rpc/message.hpp"
#include "rpc/reply.hpp"

namespace termhost::rpc {

class Dispatcher {
 public:
  using Send = RequestTable::Send;
  using Log = RequestTable::Log;
  using StreamHandler = std::function<void(const StreamChunk&)>;
  using ExitHandler = std::function<void(int status)>;

  Dispatcher(const Dialect& dialect, Send send, Log log);

  /// `handler(Params, Reply<Result>)`. With a closed gate `initialize` and `shutdown` are registered like any other.
  template <class Params, class Result, class Handler>
  void on(const protocol::RequestMethod<Params, Result>& method, Handler handler) {
    on_request(method.name, [handler](const Json& params, RawReply raw) {
      Reply<Result> reply(std::move(raw));
      auto decoded = protocol::decode<Params>(params, "params");
      if (!decoded) return reply.fail(ErrorCode::InvalidParams, protocol::to_string(decoded.error()));
      handler(std::move(*decoded), std::move(reply));
    });
  }
  /// `handler(Params)`
  template <class Params, class Handler>
  void on(const protocol::NotificationMethod<Params>& method, Handler handler) {
    on_notification(method.name, [this, handler, name = method.name](const Json& params) {
      auto decoded = protocol::decode<Params>(params, "params");
      if (!decoded) return drop(name, protocol::to_string(decoded.error()));
      handler(std::move(*decoded));
    });
  }
  /// terminal/didWrite or shellExecution/didWrite, which mostly come without a JSON tree; base64 is decoded.
  void on_stream(StreamChunk::Kind kind, StreamHandler handler);
  /// `exit` came; status 0 after shutdown, else 1. Nothing is dispatched afterwards.
  void on_exit(ExitHandler handler) { exit_ = std::move(handler); }

  using RawRequestHandler = std::function<void(const Json& params, RawReply)>;
  using RawNotificationHandler = std::function<void(const Json& params)>;
  void on_request(std::string_view method, RawRequestHandler handler);
  void on_notification(std::string_view method, RawNotificationHandler handler);

  void dispatch(Request request);
  void dispatch(const Notification& notification);
  void dispatch(const StreamChunk& chunk);
  void dispatch(const InvalidMessage& message);

  [[nodiscard]] bool exited() const { return phase_ == Phase::Exited; }
  [[nodiscard]] std::size_t unanswered() const { return table_->size(); }

 private:
  enum class Phase { Uninitialized, Initializing, Running, ShutDown, Exited };

  template <class Params, class ToChunk>
  void on_stream_tree(const protocol::NotificationMethod<Params>& method, StreamChunk::Kind kind, ToChunk to_chunk);
  void call(const Request& request);
  [[nodiscard]] std::optional<RpcError> refused_by_gate(std::string_view method) const;
  [[nodiscard]] bool gated() const { return dialect_.gate == LifecycleGate::Closed; }
  void answered(std::string_view method, bool with_result);
  void leave(int status);
  void cancel(const Json& params);
  void drop(std::string_view method, std::string_view why);

  Dialect dialect_;
  Send send_;
  Log log_;
  Phase phase_;
  std::shared_ptr<RequestTable> table_;
  std::map<std::string, RawRequestHandler, std::less<>> requests_;
  std::map<std::string, RawNotificationHandler, std::less<>> notifications_;
  std::map<StreamChunk::Kind, StreamHandler> streams_;
  ExitHandler exit_;
};

}  // namespace termhost::rpc
