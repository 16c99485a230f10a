#include "cli/hosts/host_routes.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/hosts/joined_parts.hpp"
#include "cli/hosts/member.hpp"
#include "cli/remote/destination.hpp"
#include "host/tools/tool_arguments.hpp"
#include "protocol/mcp.hpp"
#include "protocol/tools.hpp"
#include "rpc/json_reader.hpp"
#include "rpc/parser.hpp"

namespace termhost::cli {
namespace {

namespace mcp = protocol::mcp;
using rpc::Json;
using rpc::OrderedJson;
using rpc::RequestId;

/// The id of the request that begins a session with one more server.
const RequestId repeated_beginning{"termhost-initialize"};

std::optional<RequestId> cancelled_request(const rpc::Notification& notification) {
  if (notification.method != rpc::mcp_dialect.cancel_method || !notification.params.is_object()) return std::nullopt;
  const auto id = notification.params.find(rpc::mcp_dialect.cancel_id_field);
  return id == notification.params.end() ? std::nullopt : rpc::read_id(*id);
}

std::string cancellation(const RequestId& id, std::string_view reason) {
  OrderedJson params{{"reason", reason}};
  std::visit([&params](const auto& value) { params[std::string(rpc::mcp_dialect.cancel_id_field)] = value; }, id);
  return rpc::notification_text(rpc::mcp_dialect.cancel_method, params);
}

/// The arguments that name an execution.
constexpr std::array<const char*, 2> numbered_arguments{"execution_id", "artifact_id"};

/// The host that a tool takes without an argument, as its description says it; nothing: the tool is of no host.
std::string usual_host(const OrderedJson& tool, const std::string& first) {
  if (tool["name"] == protocol::tools::list_terminals.name) return "Default: all.";
  const OrderedJson& properties = tool["inputSchema"]["properties"];
  for (const char* of : numbered_arguments)
    if (properties.contains(of)) return "Default: that of the execution.";
  return tool["name"] == protocol::tools::execute_command.name ? fmt::format("Default: {}.", first) : std::string();
}

/// With its fields in their order: a model reads them.
OrderedJson result_in(std::string_view frame) {
  auto message = rpc::read_repaired_json<OrderedJson>(frame);
  return message && message->value.contains("result") ? message->value["result"] : OrderedJson::object();
}

Json arguments_of(const rpc::Request& call) {
  const auto arguments = call.params.is_object() ? call.params.find("arguments") : call.params.end();
  return arguments != call.params.end() && arguments->is_object() ? *arguments : Json::object();
}

}  // namespace

HostRoutes::HostRoutes(std::vector<std::string> names) {
  for (std::string& name : names) hosts_.push_back({.name = name, .open = OpenRequests(rpc::mcp_dialect, name)});
}

HostRoutes::Sent HostRoutes::from_agent(std::string_view frame) {
  Sent sent;
  for (rpc::Message& message : rpc::parse_batch(frame)) {
    if (auto* request = std::get_if<rpc::Request>(&message)) take_request(*request, sent);
    if (const auto* notification = std::get_if<rpc::Notification>(&message)) take_notification(*notification, sent);
    if (const auto* response = std::get_if<rpc::Response>(&message)) take_answer_of_agent(*response, sent);
    if (const auto* invalid = std::get_if<rpc::InvalidMessage>(&message))
      sent.emplace_back(ToAgent{rpc::error_text(invalid->id, invalid->error, rpc::mcp_dialect.unread_id)});
  }
  return sent;
}

void HostRoutes::take_request(const rpc::Request& request, Sent& sent) {
  if (request.method == mcp::methods::tools_call.name) return call_tool(request, sent);
  if (request.method == mcp::methods::tasks_list.name) return gather(request, joined_tasks, sent);
  const auto host = request.params.is_object() ? host_of_task(rpc::text_field(request.params, "taskId"), hosts_.size())
                                               : std::nullopt;
  if (host) return ask(*host, request, sent);
  std::string frame = rpc::request_text(request.id, request.method, request.params);
  if (request.method == mcp::methods::initialize.name)
    beginning_ = rpc::request_text(repeated_beginning, request.method, request.params);
  ask_any_host(request.id, {request.method, std::move(frame)}, {}, sent);
}

void HostRoutes::call_tool(const rpc::Request& call, Sent& sent) {
  Json arguments = arguments_of(call);
  const std::string tool = call.params.is_object() ? rpc::text_field(call.params, "name") : std::string();
  const bool lists = tool == protocol::tools::list_terminals.name;
  auto [host, unknown] = named_host(arguments);
  if (unknown)
    return static_cast<void>(
        sent.emplace_back(ToAgent{failure_text(call.id, true,
                                               fmt::format("Not run: the host {} is unknown. The hosts are: {}.",
                                                           protocol::to_text(arguments[host_argument]), names()))}));
  const Json meant = host::as_meant(arguments);
  for (const char* of : numbered_arguments)
    if (!host) host = host_of_execution(rpc::text_field(meant, of), hosts_.size());
  if (!host && lists) return gather(call, joined_terminals, sent);
  rpc::Request passed = call;
  if (arguments.erase(host_argument) > 0) passed.params["arguments"] = std::move(arguments);
  ask(host.value_or(0), passed, sent);
}

HostRoutes::Named HostRoutes::named_host(const Json& arguments) const {
  if (!arguments.contains(host_argument)) return {};
  const std::string name = rpc::text_field(arguments, host_argument);
  const auto host = std::find_if(hosts_.begin(), hosts_.end(), [&name](const Host& one) { return one.name == name; });
  if (host == hosts_.end()) return {.unknown = true};
  return {.host = index_of(*host)};
}

void HostRoutes::take_notification(const rpc::Notification& notification, Sent& sent) {
  const std::string frame = rpc::notification_text(notification.method, notification.params);
  if (notification.method == mcp::methods::initialized.name) begun_ = frame;
  const auto cancelled = cancelled_request(notification);
  if (cancelled) {
    of_any_host_.erase(*cancelled);
    gathered_.erase(*cancelled);
  }
  for (Host& host : hosts_) {
    if (!host.begun) continue;
    host.open.asked(frame);
    sent.emplace_back(ToHost{index_of(host), frame});
  }
}

void HostRoutes::take_answer_of_agent(const rpc::Response& response, Sent& sent) {
  const auto* number = response.id ? std::get_if<std::int64_t>(&*response.id) : nullptr;
  const auto question = number != nullptr ? questions_.find(*number) : questions_.end();
  if (question == questions_.end()) return;
  const auto [host, id] = question->second;
  questions_.erase(question);
  sent.emplace_back(ToHost{host, response.outcome ? rpc::result_text(id, *response.outcome)
                                                  : rpc::error_text(id, response.outcome.error())});
}

HostRoutes::Sent HostRoutes::from_host(std::size_t host, std::string_view frame) {
  Sent sent;
  hosts_[host].answered = true;
  hosts_[host].failed = false;
  const rpc::Message message = rpc::parse_message(frame);
  if (const auto* response = std::get_if<rpc::Response>(&message)) take_answer(host, *response, frame, sent);
  if (const auto* request = std::get_if<rpc::Request>(&message)) {
    questions_.emplace(++last_question_, std::pair(host, request->id));
    sent.emplace_back(ToAgent{rpc::request_text(last_question_, request->method, request->params)});
  }
  if (const auto* notification = std::get_if<rpc::Notification>(&message)) {
    const auto cancelled = cancelled_request(*notification);
    if (!cancelled) return {ToAgent{std::string(frame)}};
    withdraw_questions([&](const auto& question) { return question == std::pair(host, *cancelled); }, sent);
  }
  return sent;
}

void HostRoutes::take_answer(std::size_t host, const rpc::Response& response, std::string_view frame, Sent& sent) {
  if (!response.id || *response.id == repeated_beginning) return;
  if (const auto any = of_any_host_.find(*response.id); any != of_any_host_.end()) {
    const std::string method = any->second.method;
    of_any_host_.erase(any);
    sent.emplace_back(ToAgent{response.outcome ? rpc::result_text(*response.id, with_hosts(method, result_in(frame)))
                                               : std::string(frame)});
    return;
  }
  if (gathered_.contains(*response.id))
    return add_part(*response.id, host,
                    response.outcome ? result_in(frame) : no_terminals(response.outcome.error().message), sent);
  sent.emplace_back(ToAgent{hosts_[host].open.answered(frame)});
}

HostRoutes::Sent HostRoutes::ended(std::size_t index, const std::string& why) {
  Sent sent;
  Host& host = hosts_[index];
  const bool ran = host.answered;
  host.begun = host.answered = false;
  host.failed = true;
  withdraw_questions([index](const auto& question) { return question.first == index; }, sent);
  for (const std::string& answer : ran ? host.open.end(why) : host.open.refuse("Not run: " + why))
    sent.emplace_back(ToAgent{answer});
  const auto gathered = gathered_;
  for (const auto& [id, list] : gathered)
    if (list.missing.contains(index)) add_part(id, index, no_terminals(why), sent);
  const auto asked = of_any_host_;
  for (const auto& [id, request] : asked)
    if (request.host == index) ask_any_host(id, request, why, sent);
  return sent;
}

/// A server that runs, else one of this machine, else the first of which nothing bad is known.
std::optional<std::size_t> HostRoutes::any_host() const {
  const auto first = [this](const auto& suits) -> std::optional<std::size_t> {
    const auto found = std::find_if(hosts_.begin(), hosts_.end(), suits);
    return found == hosts_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - hosts_.begin()));
  };
  if (const auto running = first([](const Host& host) { return host.begun; })) return running;
  if (const auto here = first([](const Host& host) { return host.name == this_machine && !host.failed; })) return here;
  return first([](const Host& host) { return !host.failed; });
}

void HostRoutes::ask_any_host(const RequestId& id, OfAnyHost asked, const std::string& why, Sent& sent) {
  const auto host = any_host();
  if (!host) {
    of_any_host_.erase(id);
    for (Host& one : hosts_) one.failed = false;
    sent.emplace_back(ToAgent{failure_text(id, false, why)});
    return;
  }
  asked.host = *host;
  Host& to = hosts_[*host];
  if (asked.method == mcp::methods::initialize.name)
    to.begun = true;
  else
    begin(*host, sent);
  sent.emplace_back(ToHost{*host, asked.frame});
  of_any_host_.insert_or_assign(id, std::move(asked));
}

void HostRoutes::gather(const rpc::Request& request, Join join, Sent& sent) {
  Gathered list{.join = join};
  for (const Host& host : hosts_) {
    if (host.begun)
      list.missing.insert(index_of(host));
    else
      list.parts.emplace(index_of(host), no_terminals("Not connected yet. A call with this host connects it."));
  }
  if (list.missing.empty()) list.missing.insert(any_host().value_or(0));
  const std::set<std::size_t> asked = list.missing;
  gathered_.insert_or_assign(request.id, std::move(list));
  for (const std::size_t host : asked) {
    begin(host, sent);
    sent.emplace_back(ToHost{host, rpc::request_text(request.id, request.method, request.params)});
  }
}

void HostRoutes::add_part(const RequestId& id, std::size_t host, OrderedJson part, Sent& sent) {
  Gathered& list = gathered_.at(id);
  if (list.missing.erase(host) == 0) return;
  list.parts.insert_or_assign(host, std::move(part));
  if (!list.missing.empty()) return;
  std::vector<ListPart> parts;
  for (auto& [index, result] : list.parts) parts.push_back({hosts_[index].name, std::move(result)});
  sent.emplace_back(ToAgent{rpc::result_text(id, list.join(parts))});
  gathered_.erase(id);
}

void HostRoutes::ask(std::size_t host, const rpc::Request& request, Sent& sent) {
  begin(host, sent);
  std::string frame = rpc::request_text(request.id, request.method, request.params);
  hosts_[host].open.asked(frame);
  sent.emplace_back(ToHost{host, std::move(frame)});
}

void HostRoutes::begin(std::size_t host, Sent& sent) {
  if (std::exchange(hosts_[host].begun, true)) return;
  for (const std::string& frame : {beginning_, begun_})
    if (!frame.empty()) sent.emplace_back(ToHost{host, frame});
}

void HostRoutes::withdraw_questions(const std::function<bool(const Question&)>& which, Sent& sent) {
  for (auto question = questions_.begin(); question != questions_.end();) {
    if (!which(question->second)) {
      ++question;
      continue;
    }
    sent.emplace_back(ToAgent{cancellation(question->first, "the question was withdrawn")});
    question = questions_.erase(question);
  }
}

OrderedJson HostRoutes::with_hosts(const std::string& method, OrderedJson result) const {
  const std::string& usual = hosts_.front().name;
  if (result.contains("instructions"))
    result["instructions"] = fmt::format(
        "{} Commands run on one of these hosts: {}. The argument host of execute_command names the host; the default "
        "is {}. Paths are those of the host.",
        result["instructions"].get<std::string>(), names(), usual);
  if (method != mcp::methods::tools_list.name || !result.contains("tools")) return result;
  OrderedJson hosts = OrderedJson::array();
  for (const Host& host : hosts_) hosts.push_back(host.name);
  for (OrderedJson& tool : result["tools"]) {
    const std::string without = usual_host(tool, usual);
    if (without.empty()) continue;
    tool["inputSchema"]["properties"][host_argument] = {{"type", "string"}, {"enum", hosts}, {"description", without}};
  }
  return result;
}

std::string HostRoutes::names() const {
  std::vector<std::string> all;
  for (const Host& host : hosts_) all.push_back(host.name);
  return fmt::format("{}", fmt::join(all, ", "));
}

}  // namespace termhost::cli
