// The open requests of the other side. Each is answered exactly once: a second answer is dropped and logged, a
// forgotten request gets an internal error, a cancelled one the answer that the dialect requires.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "rpc/dialect.hpp"
#include "rpc/message.hpp"

namespace termhost::rpc {

/// Limit of open requests, each way: a user's editor has a handful, a runaway loop has more.
inline constexpr std::size_t max_unanswered_requests = 256;

class RequestTable {
 public:
  using Serial = std::uint64_t;
  using Send = std::function<void(std::string text)>;
  using Log = std::function<void(std::string_view line)>;

  /// Called before an answer is sent: the method, and whether the answer is a result.
  using Answered = std::function<void(std::string_view method, bool with_result)>;

  RequestTable(CancelRule rule, Send send, Log log, Answered answered)
      : rule_(rule), send_(std::move(send)), log_(std::move(log)), answered_(std::move(answered)) {}

  /// Fails where the id is in use or the table is full.
  [[nodiscard]] base::Expected<Serial, RpcError> open(const RequestId& id, std::string_view method);
  void answer(Serial serial, const base::Expected<OrderedJson, RpcError>& outcome);
  /// The Reply is gone without an answer. While the handler still runs the dispatcher decides what to say of it.
  void forget(Serial serial);
  /// The handler has returned, or `failure` says how it ended otherwise: a reply that it forgot is answered now.
  void handler_returned(Serial serial, const std::string& failure);

  /// `reason`: as the other side gives it; may be empty.
  void cancel(const RequestId& id, std::string reason = {});
  [[nodiscard]] bool cancelled(Serial serial) const;
  [[nodiscard]] std::string cancel_reason(Serial serial) const;
  /// Calls back when the other side cancels, or at once if it has.
  void on_cancel(Serial serial, std::function<void()> callback);

  [[nodiscard]] std::size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    RequestId id;
    std::string method;
    bool in_handler = true;
    bool forgotten = false;
    bool cancelled = false;
    std::string cancel_reason;
    std::function<void()> on_cancel;
  };

  CancelRule rule_;
  Send send_;
  Log log_;
  Answered answered_;
  Serial next_serial_ = 1;
  std::map<Serial, Entry> entries_;
  std::map<RequestId, Serial> serials_;
};

}  // namespace termhost::rpc
