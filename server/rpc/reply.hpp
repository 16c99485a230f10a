// The answer to one request, as a move-only value: call it once, now or later. Destroyed without a call it answers with
// an internal error; a second call is dropped and logged. It may outlive the connection, then it does nothing.
#pragma once

#include <memory>
#include <utility>

#include "protocol/codec/encode.hpp"
#include "rpc/request_table.hpp"

namespace termhost::rpc {

class RawReply {
 public:
  RawReply(std::weak_ptr<RequestTable> table, RequestTable::Serial serial)
      : table_(std::move(table)), serial_(serial) {}
  ~RawReply() {
    if (const auto table = table_.lock()) table->forget(serial_);
  }
  RawReply(RawReply&& other) noexcept : table_(std::exchange(other.table_, {})), serial_(other.serial_) {}
  RawReply& operator=(RawReply&& other) noexcept {
    std::swap(table_, other.table_);
    std::swap(serial_, other.serial_);
    return *this;
  }

  void answer(const base::Expected<OrderedJson, RpcError>& outcome) {
    if (const auto table = table_.lock()) table->answer(serial_, outcome);
  }
  [[nodiscard]] bool cancelled() const {
    const auto table = table_.lock();
    return table && table->cancelled(serial_);
  }
  [[nodiscard]] std::string cancel_reason() const {
    const auto table = table_.lock();
    return table ? table->cancel_reason(serial_) : std::string();
  }
  void on_cancel(std::function<void()> callback) {
    if (const auto table = table_.lock()) table->on_cancel(serial_, std::move(callback));
  }

 private:
  std::weak_ptr<RequestTable> table_;  // empty when moved from
  RequestTable::Serial serial_;
};

template <class Result>
class Reply {
 public:
  explicit Reply(RawReply raw) : raw_(std::move(raw)) {}

  void operator()(const Result& result) { raw_.answer(protocol::encode(result)); }
  void fail(RpcError error) { raw_.answer(base::unexpected(std::move(error))); }
  void fail(ErrorCode code, std::string message) { fail(make_error(code, std::move(message))); }

  /// The other side has said that it does not need the answer. Answer nevertheless, with what there is or
  /// RequestCancelled; where the dialect wants silence the answer is swallowed.
  [[nodiscard]] bool cancelled() const { return raw_.cancelled(); }
  /// The reason in the other side's words; empty: it gave none.
  [[nodiscard]] std::string cancel_reason() const { return raw_.cancel_reason(); }
  /// `callback` comes at most once, never after the answer, and at once if the request is cancelled already.
  void on_cancel(std::function<void()> callback) { raw_.on_cancel(std::move(callback)); }

 private:
  RawReply raw_;
};

}  // namespace termhost::rpc
