// Routes between one agent and the MCP servers of several hosts. The host of a call is the one that its argument
// `host` names, or that of the execution or artifact in it, or the first. Pure: the owner starts the servers and
// carries the frames.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "cli/hosts/joined_parts.hpp"
#include "cli/remote/open_requests.hpp"
#include "rpc/message.hpp"

namespace termhost::cli {

/// The argument of a call that names its host. The servers do not get it. It wins over the number of an execution: a
/// command that was taken over from an earlier session has a number that says nothing about the host.
inline constexpr const char* host_argument = "host";

class HostRoutes {
 public:
  /// For the server of a host, which is started if it does not run.
  struct ToHost {
    std::size_t host = 0;
    std::string frame;
  };
  struct ToAgent {
    std::string frame;
  };
  using Sent = std::vector<std::variant<ToHost, ToAgent>>;

  /// `names` as the agent knows them, the default one first.
  explicit HostRoutes(std::vector<std::string> names);

  [[nodiscard]] Sent from_agent(std::string_view frame);
  [[nodiscard]] Sent from_host(std::size_t host, std::string_view frame);
  /// The server of a host has ended, or could not be started. `why`: a sentence. Each request that it has not answered
  /// gets an answer. The next call for this host starts it again.
  [[nodiscard]] Sent ended(std::size_t host, const std::string& why);

 private:
  struct Host {
    std::string name;
    OpenRequests open;
    bool begun = false;     ///< it has got the messages that begin a session
    bool answered = false;  ///< else it has run nothing
    bool failed = false;    ///< it has ended, and has not answered since
  };
  /// A request that any host can answer.
  struct OfAnyHost {
    std::string method, frame;
    std::size_t host = 0;
  };
  /// A request that each host answers in part.
  using Join = rpc::OrderedJson (*)(const std::vector<ListPart>& parts);
  struct Gathered {
    Join join;
    std::set<std::size_t> missing;
    std::map<std::size_t, rpc::OrderedJson> parts;
  };
  /// A request of a host to the agent.
  using Question = std::pair<std::size_t, rpc::RequestId>;

  void take_request(const rpc::Request& request, Sent& sent);
  void take_notification(const rpc::Notification& notification, Sent& sent);
  void take_answer_of_agent(const rpc::Response& response, Sent& sent);
  void take_answer(std::size_t host, const rpc::Response& response, std::string_view frame, Sent& sent);
  void call_tool(const rpc::Request& call, Sent& sent);
  void ask(std::size_t host, const rpc::Request& request, Sent& sent);
  /// `why`: the last host that was asked could not answer.
  void ask_any_host(const rpc::RequestId& id, OfAnyHost asked, const std::string& why, Sent& sent);
  /// The host that the arguments of a call name.
  struct Named {
    std::optional<std::size_t> host;
    bool unknown = false;
  };
  [[nodiscard]] Named named_host(const rpc::Json& arguments) const;
  void gather(const rpc::Request& request, Join join, Sent& sent);
  void add_part(const rpc::RequestId& id, std::size_t host, rpc::OrderedJson part, Sent& sent);
  void begin(std::size_t host, Sent& sent);
  void withdraw_questions(const std::function<bool(const Question&)>& which, Sent& sent);
  [[nodiscard]] std::optional<std::size_t> any_host() const;
  [[nodiscard]] rpc::OrderedJson with_hosts(const std::string& method, rpc::OrderedJson result) const;
  [[nodiscard]] std::string names() const;
  [[nodiscard]] std::size_t index_of(const Host& host) const { return static_cast<std::size_t>(&host - hosts_.data()); }

  std::vector<Host> hosts_;
  std::string beginning_, begun_;  // the agent's messages that begin a session
  std::map<rpc::RequestId, OfAnyHost> of_any_host_;
  std::map<rpc::RequestId, Gathered> gathered_;
  std::map<std::int64_t, Question> questions_;  // by the number that the agent knows
  std::int64_t last_question_ = 0;
};

}  // namespace termhost::cli
