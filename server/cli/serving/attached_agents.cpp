#include "cli/serving/attached_agents.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <asio/post.hpp>
#include <fmt/format.h>

#include "cli/log.hpp"
#include "cli/serving/editor_choice.hpp"
#include "cli/serving/served_stream.hpp"
#include "host/mcp/mcp_frontend.hpp"
#include "io/process/own_process.hpp"
#include "io/process/process_image.hpp"
#include "io/process/process_tree_posix.hpp"
#include "io/secret.hpp"
#include "protocol/attach.hpp"

namespace termhost::cli {
namespace {

constexpr std::chrono::milliseconds no_patience{0};
constexpr std::string_view thread_of_node = "MainThread";  // so Node.js calls every program of its, from 24 on

std::string name_of(const io::Process& process, const std::string& program) {
  if (process.name != thread_of_node || program.empty()) return process.name;
  return std::filesystem::path(program).filename().string();
}

/// The process that has started `attaching`, as the system describes it. Nothing: it cannot be seen from here.
std::optional<host::AgentProcess> starter_of(pid_t attaching) {
  const auto process = io::find_process(attaching);
  const auto agent = process ? io::find_process(process->parent) : std::nullopt;
  if (!agent) return std::nullopt;
  const std::string program = io::program_of(agent->pid);
  return host::AgentProcess{.name = name_of(*agent, program),
                            .program = program,
                            .pid = agent->pid,
                            .cwd = io::directory_of(attaching),
                            .folder = {}};
}

}  // namespace

class AttachedAgents::Agent {
 public:
  Agent(AttachedAgents& all, io::FileDescriptor peer, std::string session)
      : all_(all),
        process_(io::peer_process(peer)),
        agent_(starter_of(process_).value_or(
            host::AgentProcess{.name = "an agent", .program = {}, .cwd = {}, .folder = {}})),
        peer_(std::move(peer)),
        stream_(all.loop_, peer_.get(), peer_.get(), rpc::mcp_dialect,
                {.input_ended = [this] { leave(); }, .reader_gone = [this] { leave(); }}),
        frontend_(std::make_shared<host::McpFrontend>(stream_.connection(),
                                                      host::McpOptions{.session = std::move(session),
                                                                       .follow_roots = false,
                                                                       .policy_file = {},
                                                                       .gate = [this](const auto& client, auto passed) {
                                                                         pass_gate(client, std::move(passed));
                                                                       }})) {
    handle_first_words();
    all_.runtime_.tells_through(stream_);
    stream_.start();
    join_timer_ = all_.runtime_.scheduler().after(join_limit, [this] {
      join_timer_ = 0;
      if (!joined_) leave();
    });
  }

  /// Uses the editor's terminals.
  [[nodiscard]] bool is_admitted() const { return joined_ && (!access_ || access_->granted()); }
  [[nodiscard]] bool is_stranger() const { return !joined_ && !leaving_; }  // who leaves is on his way out already
  [[nodiscard]] bool is_guest() const { return joined_ && !is_admitted() && !leaving_; }
  [[nodiscard]] bool is_idle_guest() const { return is_guest() && !access_->asking(); }
  [[nodiscard]] pid_t process() const { return process_; }

  ~Agent() {
    all_.runtime_.scheduler().cancel(join_timer_);
    all_.shim_.remove_listener(*frontend_);
    all_.shim_.remove_agent(frontend_->task());
    all_.runtime_.tells_no_more(stream_);
    stream_.close(no_patience);
    if (!joined_) return;
    if (access_) access_->end();
    frontend_->end();
    all_.runtime_.host().task_ended(frontend_->task());
  }

 private:
  void handle_first_words() {
    rpc::Dispatcher& on = stream_.connection().incoming();
    on.on(protocol::methods::describe_editor,
          [this](const protocol::Nothing&, rpc::Reply<protocol::EditorDescription> reply) {
            reply({protocol::attach_protocol, all_.asks_, all_.folders()});
          });
    on.on(protocol::methods::attach, [this](const protocol::AttachParams& params, rpc::Reply<protocol::Nothing> reply) {
      if (all_.token_.empty() || !io::same_secret(params.token, all_.token_))
        return reply.fail(rpc::ErrorCode::InvalidParams, "the token does not belong to this editor's termhost");
      answer_join(admit(std::nullopt), std::move(reply));
    });
    on.on(protocol::methods::join, [this](const protocol::Nothing&, rpc::Reply<protocol::Nothing> reply) {
      const auto guest = all_.guest(process_);
      answer_join(guest ? admit(*guest) : base::unexpected(guest.error()), std::move(reply));
    });
  }

  static void answer_join(const base::Expected<void, std::string>& joined, rpc::Reply<protocol::Nothing> reply) {
    if (!joined) return reply.fail(rpc::ErrorCode::InvalidRequest, joined.error());
    reply({});
  }

  /// `guest`: what asks the user first; nothing: it has shown the token.
  base::Expected<void, std::string> admit(const std::optional<host::AgentProcess>& guest) {
    if (joined_) return {};
    if (const auto room = guest ? all_.make_room_for_guest() : all_.room_for_admitted(); !room) return room;
    if (guest) access_ = std::make_shared<host::AgentAccess>(all_.editor_, all_.runtime_.scheduler(), *guest);
    joined_ = true;
    all_.shim_.add_listener(*frontend_);
    if (guest) all_.runtime_.host().task_began(frontend_->task(), guest->cwd);
    frontend_->attach(all_.runtime_.host(), all_.runtime_.scheduler(), &all_.runtime_.artifacts());
    return {};
  }

  void pass_gate(const std::string& client, host::AgentAccess::Passed passed) {
    all_.shim_.set_agent(frontend_->task(), host::agent_in_words(agent_, client));
    if (is_admitted()) return passed({});
    if (const auto room = all_.room_for_admitted(); !room) return passed(room);
    access_->pass(client, std::move(passed));
  }

  void leave() {
    if (!std::exchange(leaving_, true)) all_.remove(this);
  }

  AttachedAgents& all_;
  pid_t process_;
  host::AgentProcess agent_;
  io::FileDescriptor peer_;
  ServedStream stream_;
  std::shared_ptr<host::McpFrontend> frontend_;
  std::shared_ptr<host::AgentAccess> access_;  // of a guest
  host::Scheduler::TimerId join_timer_ = 0;
  bool joined_ = false, leaving_ = false;
};

AttachedAgents::AttachedAgents(asio::io_context& loop, Runtime& runtime, host::SharedShim& shim,
                               rpc::Connection& editor)
    : loop_(loop), runtime_(runtime), shim_(shim), editor_(editor), socket_(loop) {}

AttachedAgents::~AttachedAgents() = default;

base::Expected<void, std::string> AttachedAgents::listen() {
  if (!socket_.path().empty()) return {};
  return socket_.listen([this](io::FileDescriptor peer) { accept(std::move(peer)); });
}

base::Expected<void, std::string> AttachedAgents::admit_by_token() {
  if (auto listening = listen(); !listening) return listening;
  token_ = io::random_secret();
  runtime_.host().set_terminal_variables(
      {{protocol::socket_variable, socket_.path()}, {protocol::token_variable, token_}});
  return {};
}

base::Expected<void, std::string> AttachedAgents::admit_by_question() {
  if (auto listening = listen(); !listening) return listening;
  asks_ = true;
  return {};
}

std::vector<std::string> AttachedAgents::folders() const {
  std::vector<std::string> real;
  for (const std::string& folder : runtime_.host().environment().workspace_folders) {
    std::error_code missing;
    const std::filesystem::path path = std::filesystem::canonical(folder, missing);
    if (!missing) real.push_back(path.string());
  }
  return real;
}

base::Expected<host::AgentProcess, std::string> AttachedAgents::guest(pid_t process) const {
  if (!asks_) return base::unexpected(std::string("this editor cannot ask its user about agents"));
  auto agent = starter_of(process);
  if (!agent) return base::unexpected(std::string("the editor's termhost cannot see the agent's process"));
  const auto folder = holding_folder(folders(), agent->cwd);
  if (!folder) return base::unexpected(fmt::format("{} is not in the workspace of this editor", agent->cwd));
  agent->folder = *folder;
  return *agent;
}

std::string AttachedAgents::refusal(pid_t process) const {
  const auto of_process = std::count_if(agents_.begin(), agents_.end(),
                                        [process](const auto& agent) { return agent->process() == process; });
  if (process != 0 && static_cast<std::size_t>(of_process) >= max_connections_per_process)
    return fmt::format("process {} has {} connections already", process, of_process);
  return {};
}

std::size_t AttachedAgents::count(Kind kind) const {
  return static_cast<std::size_t>(
      std::count_if(agents_.begin(), agents_.end(), [kind](const auto& agent) { return (*agent.*kind)(); }));
}

bool AttachedAgents::remove_oldest(Kind kind) {
  const auto oldest =
      std::find_if(agents_.begin(), agents_.end(), [kind](const auto& agent) { return (*agent.*kind)(); });
  if (oldest == agents_.end()) return false;
  agents_.erase(oldest);
  return true;
}

base::Expected<void, std::string> AttachedAgents::room_for_admitted() const {
  if (count(&Agent::is_admitted) < max_attached_agents) return {};
  return base::unexpected(fmt::format("{} agents are attached to this editor already", max_attached_agents));
}

base::Expected<void, std::string> AttachedAgents::make_room_for_guest() {
  if (count(&Agent::is_guest) < max_guests || remove_oldest(&Agent::is_idle_guest)) return {};
  return base::unexpected(fmt::format("{} agents wait for the answer of this editor's user already", max_guests));
}

void AttachedAgents::accept(io::FileDescriptor peer) {
  if (const std::string why = refusal(io::peer_process(peer)); !why.empty())
    return log_line("an agent was rejected: " + why);
  // An agent that may join does so at once. Connections that say nothing give way, so that they keep no agent out.
  if (count(&Agent::is_stranger) >= max_strangers) remove_oldest(&Agent::is_stranger);
  try {
    agents_.push_back(
        std::make_unique<Agent>(*this, std::move(peer), fmt::format("agent-{}-{}", io::own_pid(), ++last_number_)));
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
