// One JSON-RPC connection: bytes in, frames out. It owns the framing, the parsing, the dispatcher of incoming messages,
// and the calls that went out. It does no I/O itself. Single-threaded, except for its intake.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "rpc/connection/dispatcher.hpp"
#include "rpc/frames/intake.hpp"
#include "rpc/parser.hpp"

namespace termhost::rpc {

/// The output of frames. A slow reader must never make these functions block.
class FrameSink {
 public:
  virtual ~FrameSink() = default;
  virtual void write(std::string frame) = 0;
  /// May drop the frame if the reader is too slow; false if it did.
  virtual bool write_droppable(std::string frame) = 0;
  /// The reader is so slow that nothing more should be made for it.
  [[nodiscard]] virtual bool full() const { return false; }
};

enum class Way { In, Out };

struct ConnectionHooks {
  std::function<void(std::string_view line)> log;
  std::function<void(Way way, std::string_view message)> record;  ///< each message as it is on the wire; may be empty
};

class Connection {
 public:
  using CallId = std::int64_t;

  /// `sink` must outlive the connection.
  Connection(const Dialect& dialect, FrameSink& sink, ConnectionHooks hooks);

  [[nodiscard]] Dispatcher& incoming() { return *dispatcher_; }

  /// Called for each message, with only the name of a stream chunk; may be empty.
  using Tracer = std::function<void(Way way, std::string_view message)>;
  void set_tracer(Tracer tracer) { tracer_ = std::move(tracer); }

  /// Makes batches of the bytes that come in. May be used on another thread than everything else here.
  [[nodiscard]] Intake& intake() { return intake_; }
  /// True: `batch` is used up, and clear. False: what is left of it is to be given again when the sink has been
  /// emptied, and nothing else before it. That is where the dialect holds what comes in while the other side does not
  /// read (see SlowReader).
  [[nodiscard]] bool receive(FrameBatch& batch);
  /// Reads and receives at once, for a sink that is never full.
  void feed(std::string_view bytes);
  /// No more bytes will come, and the intake rests: what is cut off is reported, open calls fail with ConnectionClosed.
  void end_of_input();

  /// `done(Expected<Result, RpcError>)` comes exactly once, never from within this call unless the table of open calls
  /// is full (LimitExceeded).
  template <class Params, class Result, class Done>
  CallId call(const protocol::RequestMethod<Params, Result>& method, const Params& params, Done done) {
    using Outcome = base::Expected<Result, RpcError>;
    auto callback = std::make_shared<Done>(std::move(done));  // it may be movable only, like one that holds a Reply
    return call_raw(method.name, protocol::encode(params), [callback](base::Expected<Json, RpcError> outcome) {
      if (!outcome) return (*callback)(Outcome(base::unexpected(std::move(outcome.error()))));
      auto decoded = protocol::decode<Result>(*outcome, "result");
      if (decoded) return (*callback)(Outcome(std::move(*decoded)));
      auto error = make_error(ErrorCode::BadAnswer, protocol::to_string(decoded.error()));
      return (*callback)(Outcome(base::unexpected(std::move(error))));
    });
  }
  /// Tells the other side that the answer is not needed. `done` still comes: with whatever it answers, or at
  /// once where the dialect wants no answer to what is cancelled.
  void cancel(CallId call);

  template <class Params>
  void notify(const protocol::NotificationMethod<Params>& method, const Params& params) {
    send(notification_text(method.name, protocol::encode(params)));
  }
  /// Sends a notification that may be lost if the reader is too slow. False: it was.
  template <class Params>
  bool notify_droppable(const protocol::NotificationMethod<Params>& method, const Params& params) {
    return send_droppable(notification_text(method.name, protocol::encode(params)));
  }

 private:
  using RawDone = std::function<void(base::Expected<Json, RpcError>)>;

  CallId call_raw(std::string_view method, const OrderedJson& params, RawDone done);
  void take(const StreamChunk& chunk);
  void take(FrameText frame);
  void take(const FramingProblem& problem);
  void take(Message message);
  void take(Response response);
  [[nodiscard]] bool held() const { return dialect_.slow_reader == SlowReader::Holds && sink_.full(); }
  void send(std::string text);
  bool send_droppable(std::string text);
  void finish_call(const RawDone& done, base::Expected<Json, RpcError> outcome);

  Dialect dialect_;
  FrameSink& sink_;
  ConnectionHooks hooks_;
  Tracer tracer_;
  Intake intake_;
  FrameBatch fed_;
  std::unique_ptr<Dispatcher> dispatcher_;
  std::map<CallId, RawDone> calls_;
  CallId next_call_ = 1;
};

}  // namespace termhost::rpc
