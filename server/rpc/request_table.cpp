#include "rpc/request_table.hpp"

#include <fmt/format.h>

#include "protocol/methods.hpp"

namespace termhost::rpc {

base::Expected<RequestTable::Serial, RpcError> RequestTable::open(const RequestId& id, std::string_view method) {
  if (serials_.contains(id)) {
    return base::unexpected(
        make_error(ErrorCode::InvalidRequest,
                   fmt::format("request id {} is in use by a request that is not answered yet", to_string(id))));
  }
  const bool ends_the_session = method == protocol::methods::shutdown.name;  // it must always be possible
  if (entries_.size() >= max_unanswered_requests && !ends_the_session) {
    return base::unexpected(
        make_error(ErrorCode::LimitExceeded,
                   fmt::format("{} requests wait for an answer; wait for some of them", max_unanswered_requests)));
  }
  const Serial serial = next_serial_++;
  entries_.emplace(serial, Entry{.id = id, .method = std::string(method), .cancel_reason = {}, .on_cancel = {}});
  serials_.emplace(id, serial);
  return serial;
}

void RequestTable::answer(Serial serial, const base::Expected<OrderedJson, RpcError>& outcome) {
  const auto found = entries_.find(serial);
  if (found == entries_.end()) {
    log_("a request was answered twice; the second answer was dropped");
    return;
  }
  // The request stays open until its answer is sent, so that a lack of memory for the answer can still be reported.
  const Entry& open = found->second;
  const bool silent = open.cancelled && rule_ == CancelRule::StaySilent;
  if (!silent) send_(outcome ? result_text(open.id, *outcome) : error_text(open.id, outcome.error()));
  const Entry entry = std::move(found->second);
  serials_.erase(entry.id);
  entries_.erase(found);
  answered_(entry.method, outcome.has_value());
}

void RequestTable::forget(Serial serial) {
  const auto found = entries_.find(serial);
  if (found == entries_.end()) return;
  found->second.forgotten = true;
  if (!found->second.in_handler) handler_returned(serial, "");
}

void RequestTable::handler_returned(Serial serial, const std::string& failure) {
  const auto found = entries_.find(serial);
  if (found == entries_.end()) return;
  found->second.in_handler = false;
  if (!found->second.forgotten && failure.empty()) return;  // the reply still exists: the answer comes later
  const std::string why = fmt::format("{}: {}", found->second.method, failure.empty() ? "got no answer" : failure);
  log_(why);
  answer(serial, base::unexpected(make_error(ErrorCode::InternalError, why)));
}

void RequestTable::cancel(const RequestId& id, std::string reason) {
  const auto found = serials_.find(id);
  if (found == serials_.end()) return;  // answered already, or never asked: both are fine
  Entry& entry = entries_.at(found->second);
  if (entry.cancelled) return;
  entry.cancelled = true;
  entry.cancel_reason = std::move(reason);
  const auto callback = std::move(entry.on_cancel);
  if (callback) callback();
}

bool RequestTable::cancelled(Serial serial) const {
  const auto found = entries_.find(serial);
  return found != entries_.end() && found->second.cancelled;
}

std::string RequestTable::cancel_reason(Serial serial) const {
  const auto found = entries_.find(serial);
  return found == entries_.end() ? std::string() : found->second.cancel_reason;
}

void RequestTable::on_cancel(Serial serial, std::function<void()> callback) {
  const auto found = entries_.find(serial);
  if (found == entries_.end()) return;
  if (found->second.cancelled) return callback();
  found->second.on_cancel = std::move(callback);
}

}  // namespace termhost::rpc
