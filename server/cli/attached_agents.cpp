#include "cli/attached_agents.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include <asio/post.hpp>
#include <fmt/format.h>

#include "cli/log.hpp"
#include "cli/served_stream.hpp"
#include "host/mcp_frontend.hpp"
#include "io/secret.hpp"
#include "protocol/attach.hpp"

namespace termhost::cli {
namespace {

constexpr std::chrono::milliseconds no_patience{0};

}  // namespace

class AttachedAgents::Agent {
 public:
  Agent(AttachedAgents& all, io::FileDescriptor peer, std::string session)
      : all_(all),
        process_(io::peer_process(peer)),
        peer_(std::move(peer)),
        stream_(all.loop_, peer_.get(), peer_.get(), rpc::mcp_dialect,
                {.input_ended = [this] { leave(); }, .reader_gone = [this] { leave(); }}),
        frontend_(std::make_shared<host::McpFrontend>(
            stream_.connection(),
            host::McpOptions{.session = std::move(session), .follow_roots = false, .policy_file = {}})) {
    stream_.connection().incoming().on(
        protocol::methods::attach, [this](const protocol::AttachParams& params, rpc::Reply<protocol::Nothing> reply) {
          if (!io::same_secret(params.token, all_.token_))
            return reply.fail(rpc::ErrorCode::InvalidParams, "the token does not belong to this editor's termhost");
          if (!joined_ && all_.joined_count() >= max_attached_agents)
            return reply.fail(rpc::ErrorCode::InvalidRequest,
                              fmt::format("{} agents are attached to this editor already", max_attached_agents));
          join();
          reply({});
        });
    stream_.start();
    token_timer_ = all_.runtime_.scheduler().after(token_limit, [this] {
      token_timer_ = 0;
      if (!joined_) leave();
    });
  }

  [[nodiscard]] bool joined() const { return joined_; }
  [[nodiscard]] bool is_stranger() const { return !joined_ && !leaving_; }  // who leaves is on his way out already
  [[nodiscard]] pid_t process() const { return process_; }

  ~Agent() {
    all_.runtime_.scheduler().cancel(token_timer_);
    all_.shim_.remove_listener(*frontend_);
    stream_.close(no_patience);
    if (!joined_) return;
    frontend_->end();
    all_.runtime_.host().task_ended(frontend_->task());
  }

 private:
  void join() {
    if (joined_) return;
    joined_ = true;
    all_.shim_.add_listener(*frontend_);
    frontend_->attach(all_.runtime_.host(), all_.runtime_.scheduler(), &all_.runtime_.artifacts());
  }

  void leave() {
    if (!std::exchange(leaving_, true)) all_.remove(this);
  }

  AttachedAgents& all_;
  pid_t process_;
  io::FileDescriptor peer_;
  ServedStream stream_;
  std::shared_ptr<host::McpFrontend> frontend_;
  host::Scheduler::TimerId token_timer_ = 0;
  bool joined_ = false, leaving_ = false;
};

AttachedAgents::AttachedAgents(asio::io_context& loop, Runtime& runtime, host::SharedShim& shim)
    : loop_(loop), runtime_(runtime), shim_(shim), socket_(loop) {}

AttachedAgents::~AttachedAgents() = default;

base::Expected<void, std::string> AttachedAgents::listen() {
  auto listening = socket_.listen([this](io::FileDescriptor peer) { accept(std::move(peer)); });
  if (!listening) return listening;
  token_ = io::random_secret();
  runtime_.host().set_terminal_variables(
      {{protocol::socket_variable, socket_.path()}, {protocol::token_variable, token_}});
  return {};
}

std::size_t AttachedAgents::joined_count() const {
  return static_cast<std::size_t>(
      std::count_if(agents_.begin(), agents_.end(), [](const auto& agent) { return agent->joined(); }));
}

std::string AttachedAgents::refusal(pid_t process) const {
  const auto of_process = std::count_if(agents_.begin(), agents_.end(),
                                        [process](const auto& agent) { return agent->process() == process; });
  if (process != 0 && static_cast<std::size_t>(of_process) >= max_connections_per_process)
    return fmt::format("process {} has {} connections already", process, of_process);
  return {};
}

/// Those who know the token show it at once; so nobody is kept out by connections that say nothing.
void AttachedAgents::make_room_for_stranger() {
  if (agents_.size() - joined_count() < max_strangers) return;
  const auto oldest =
      std::find_if(agents_.begin(), agents_.end(), [](const auto& agent) { return agent->is_stranger(); });
  if (oldest != agents_.end()) agents_.erase(oldest);
}

void AttachedAgents::accept(io::FileDescriptor peer) {
  if (const std::string why = refusal(io::peer_process(peer)); !why.empty())
    return log_line("an agent was rejected: " + why);
  make_room_for_stranger();
  try {
    agents_.push_back(std::make_unique<Agent>(*this, std::move(peer), fmt::format("agent-{}", ++last_number_)));
  } catch (const std::system_error& error) {  // no thread or pipe for it; who is there already stays
    log_line(fmt::format("an agent was rejected: {}", error.what()));
  }
}

/// Later: the agent's own code is running now.
void AttachedAgents::remove(const Agent* agent) {
  asio::post(loop_,
             [this, agent] { std::erase_if(agents_, [agent](const auto& entry) { return entry.get() == agent; }); });
}

}  // namespace termhost::cli
