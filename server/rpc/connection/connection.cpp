#include "rpc/connection/connection.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "protocol/methods.hpp"

namespace termhost::rpc {

Connection::Connection(const Dialect& dialect, FrameSink& sink, ConnectionHooks hooks)
    : dialect_(dialect),
      sink_(sink),
      hooks_(std::move(hooks)),
      // A recording needs each frame as it came, at its turn.
      intake_(dialect.framing, hooks_.record ? StreamFrames::AsText : StreamFrames::Decoded),
      dispatcher_(std::make_unique<Dispatcher>(
          dialect, [this](std::string text) { send(std::move(text)); }, hooks_.log)) {}

void Connection::feed(std::string_view bytes) {
  intake_.read(bytes, fed_);
  (void)receive(fed_);
}

bool Connection::receive(FrameBatch& batch) {
  while (!batch.empty() && !dispatcher_->exited()) {
    if (held()) return false;
    std::visit([this](const auto& kind) { take(kind); }, *batch.next());
  }
  batch.clear();
  return true;
}

void Connection::take(const FramingProblem& problem) {
  dispatcher_->dispatch(InvalidMessage{std::nullopt, make_error(ErrorCode::ParseError, problem.what)});
}

void Connection::end_of_input() {
  const FramerEvent event = intake_.finish();
  if (const auto* problem = std::get_if<FramingProblem>(&event)) hooks_.log(problem->what);
  const auto calls = std::exchange(calls_, {});
  for (const auto& [id, done] : calls) {
    finish_call(done,
                base::unexpected(make_error(ErrorCode::ConnectionClosed, "the other side has closed the connection")));
  }
}

void Connection::take(const StreamChunk& chunk) {
  if (tracer_) {
    const bool of_terminal = chunk.kind == StreamChunk::Kind::Terminal;
    tracer_(Way::In, notification_text(of_terminal ? protocol::methods::terminal_did_write.name
                                                   : protocol::methods::shell_execution_did_write.name,
                                       {{"chunks", std::max<std::size_t>(chunk.part_bytes.size(), 1)},
                                        {"bytes", chunk.data.size()}}));
  }
  dispatcher_->dispatch(chunk);
}

void Connection::take(FrameText frame) {
  if (tracer_) tracer_(Way::In, frame.text);
  if (hooks_.record) hooks_.record(Way::In, frame.text);
  if (!dialect_.batches) return take(parse_message(frame.text));
  for (Message& message : parse_batch(frame.text)) take(std::move(message));
}

void Connection::take(Message message) {
  std::visit(
      [this](auto& kind) {
        if constexpr (std::is_same_v<std::decay_t<decltype(kind)>, Response>) {
          take(std::move(kind));
        } else {
          dispatcher_->dispatch(std::move(kind));
        }
      },
      message);
}

void Connection::take(Response response) {
  const auto* id = response.id ? std::get_if<CallId>(&*response.id) : nullptr;
  const auto found = id != nullptr ? calls_.find(*id) : calls_.end();
  if (found == calls_.end()) {
    const std::string which = response.id ? to_string(*response.id) : "null";
    return hooks_.log(fmt::format("an answer without a request was dropped: id {}", which));
  }
  const RawDone done = std::move(found->second);
  calls_.erase(found);
  finish_call(done, std::move(response.outcome));
}

void Connection::finish_call(const RawDone& done, base::Expected<Json, RpcError> outcome) {
  try {
    done(std::move(outcome));
  } catch (const std::exception& error) {
    hooks_.log(fmt::format("internal error while handling an answer: {}", error.what()));
  }
}

Connection::CallId Connection::call_raw(std::string_view method, const OrderedJson& params, RawDone done) {
  if (calls_.size() >= max_unanswered_requests) {
    finish_call(done, base::unexpected(make_error(
                          ErrorCode::LimitExceeded,
                          fmt::format("{}: {} requests wait for an answer already", method, calls_.size()))));
    return 0;
  }
  const CallId id = next_call_++;
  calls_.emplace(id, std::move(done));
  send(request_text(id, method, params));
  return id;
}

void Connection::cancel(CallId call) {
  const auto found = calls_.find(call);
  if (found == calls_.end()) return;
  send(notification_text(dialect_.cancel_method, {{std::string(dialect_.cancel_id_field), call}}));
  if (dialect_.cancel_rule == CancelRule::Answer) return;
  const RawDone done = std::move(found->second);
  calls_.erase(found);
  finish_call(done, base::unexpected(make_error(ErrorCode::RequestCancelled, "the request was withdrawn")));
}

void Connection::send(std::string text) {
  if (tracer_) tracer_(Way::Out, text);
  if (hooks_.record) hooks_.record(Way::Out, text);
  sink_.write(framed(dialect_.framing, std::move(text)));
}

bool Connection::send_droppable(std::string text) {
  if (tracer_) tracer_(Way::Out, text);
  if (hooks_.record) hooks_.record(Way::Out, text);
  return sink_.write_droppable(framed(dialect_.framing, std::move(text)));
}

}  // namespace termhost::rpc
