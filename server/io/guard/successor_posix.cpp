#include "io/guard/successor_posix.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <dirent.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "io/guard/guard_protocol.hpp"
#include "io/guard/kept_stream_posix.hpp"
#include "io/guard/passed_descriptor_posix.hpp"
#include "io/handle.hpp"
#include "io/private_folder_posix.hpp"
#include "io/private_socket_posix.hpp"
#include "io/secret.hpp"
#include "sandbox/plan_texts.hpp"

namespace termhost::io {
namespace {

using Reason = NotAdmitted::Reason;

constexpr std::string_view door_suffix = ".kept", token_suffix = ".token";
constexpr std::string_view greeting = "termhost-kept";
constexpr std::string_view ok = "ok", owned = "owned";
constexpr std::array<std::string_view, 5> verbs{"describe", "claim", "end", "attach", "await"};
constexpr std::size_t longest_line = 512;
/// Those who have not said yet what they want: the oldest goes for one more.
constexpr std::size_t most_callers = 32;
constexpr int patience_seconds = 2;

std::string door_path(const std::string& folder, pid_t keeper) {
  return fmt::format("{}/{}{}", folder, keeper, door_suffix);
}

std::string token_path(std::string_view door) {
  return std::string(door.substr(0, door.size() - door_suffix.size())) + std::string(token_suffix);
}

/// Without its end; empty if it does not come in time.
std::string read_line(int socket) {
  std::string line;
  for (char next = 0; line.size() < longest_line && ::recv(socket, &next, 1, 0) == 1;) {
    if (next == '\n') return line;
    line += next;
  }
  return {};
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (!line.empty()) {
    words.push_back(line.substr(0, line.find(' ')));
    line.remove_prefix(std::min(line.size(), words.back().size() + 1));
  }
  return words;
}

std::string read_token(const std::string& path) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status {};
  if (!file || ::fstat(file.get(), &status) != 0 || status.st_uid != ::geteuid()) return {};
  std::array<char, 128> text{};
  const long size = read_some(file.get(), text.data(), text.size());
  return size > 0 ? std::string(text.data(), static_cast<std::size_t>(size)) : std::string();
}

bool write_token(const std::string& path, const std::string& token) {
  ::unlink(path.c_str());
  const FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  return file && write_whole(file.get(), token);
}

bool send_text(int peer, std::string_view text) {
  while (!text.empty()) {
    const ssize_t sent = ::send(peer, text.data(), text.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

/// The reason why a request is refused; empty if it is not.
std::string refusal_of(const std::vector<std::string_view>& words, const std::string& token) {
  if (words.size() != 4 || words[0] != greeting) return "this is not a request that a waiting terminal knows";
  if (!same_secret(words[2], token)) return "the token is not that of this terminal";
  if (words[1] != std::to_string(kept_version))
    return fmt::format("an older or newer termhost kept it: its format is {}, and this termhost reads {}", kept_version,
                       words[1]);
  return {};
}

pid_t number_in(std::string_view name) {
  pid_t number = 0;
  const auto read = std::from_chars(name.data(), name.data() + name.size(), number);
  const bool whole = read.ec == std::errc() && std::string_view(read.ptr) == door_suffix;
  return whole ? number : 0;
}

/// Keeper and guard were killed before they could remove it.
bool is_left_over(pid_t keeper) { return ::kill(keeper, 0) != 0 && errno == ESRCH; }

tl::unexpected<NotAdmitted> not_admitted(Reason reason, std::string sentence) {
  return base::unexpected(NotAdmitted{reason, std::move(sentence)});
}

Admitted<FileDescriptor> said_at_door(const std::string& path, DoorVerb verb) {
  auto peer = connect_private(path);
  if (!peer) return not_admitted(Reason::Gone, peer.error());
  limit_waits(*peer, 2 * patience_seconds);
  const std::string line = fmt::format("{} {} {} {}\n", greeting, kept_version, read_token(token_path(path)),
                                       verbs[static_cast<std::size_t>(verb)]);
  if (!send_text(peer->get(), line)) return not_admitted(Reason::Gone, "it does not listen any more");
  return *std::move(peer);
}

bool send_descriptor(int peer, const FileDescriptor& descriptor) {
  const char there = descriptor ? 'd' : '-';
  return descriptor ? send_with_descriptor(peer, &there, 1, descriptor.get()) : send_text(peer, {&there, 1});
}

bool receive_descriptor(int peer, FileDescriptor& descriptor) {
  char there = 0;
  return receive_with_descriptor(peer, &there, 1, descriptor) && (there == 'd') == static_cast<bool>(descriptor);
}

}  // namespace

std::optional<Door> Door::open(const std::string& folder, pid_t keeper) {
  Door door;
  const std::string path = door_path(folder, keeper);
  door.path_ = path;  // from now on whatever there is of it is removed
  door.token_ = random_secret();
  if (door.token_.empty() || !write_token(token_path(path), door.token_)) return std::nullopt;
  door.socket_ = listen_private(path);
  if (!door.socket_) return std::nullopt;
  return door;
}

Door& Door::operator=(Door&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(token_, other.token_);
  std::swap(socket_, other.socket_);
  std::swap(callers_, other.callers_);
  return *this;
}

Door::~Door() {
  if (path_.empty()) return;
  ::unlink(path_.c_str());
  ::unlink(token_path(path_).c_str());
}

int Door::watch(fd_set& readable) const {
  FD_SET(socket_.get(), &readable);
  int highest = socket_.get();
  for (const Caller& caller : callers_) {
    FD_SET(caller.peer.get(), &readable);
    highest = std::max(highest, caller.peer.get());
  }
  return highest;
}

std::vector<Door::Request> Door::requests(const fd_set& readable) {
  std::vector<Request> requests;
  std::erase_if(callers_,
                [&](Caller& caller) { return FD_ISSET(caller.peer.get(), &readable) && !hear(caller, requests); });
  if (FD_ISSET(socket_.get(), &readable)) accept();
  return requests;
}

void Door::close_in_child() const { ::close(socket_.get()); }

void Door::accept() {
  FileDescriptor peer(::accept(socket_.get(), nullptr, nullptr));
  const bool usable = peer && peer.get() < FD_SETSIZE && ::fcntl(peer.get(), F_SETFD, FD_CLOEXEC) == 0 &&
                      ::fcntl(peer.get(), F_SETFL, O_RDWR) == 0 && is_of_this_user(peer.get());
  if (!usable) return;
  limit_waits(peer, patience_seconds);
  if (callers_.size() == most_callers) callers_.erase(callers_.begin());
  callers_.push_back({std::move(peer), {}});
}

bool Door::hear(Caller& caller, std::vector<Request>& requests) const {
  std::array<char, longest_line> heard{};
  const ssize_t got = ::recv(caller.peer.get(), heard.data(), heard.size(), MSG_DONTWAIT);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return true;
  if (got <= 0) return false;
  caller.line.append(heard.data(), static_cast<std::size_t>(got));
  if (caller.line.back() != '\n') return caller.line.size() < longest_line;
  caller.line.pop_back();
  const std::vector<std::string_view> words = words_of(caller.line);
  if (const std::string why = refusal_of(words, token_); !why.empty()) {
    (void)send_text(caller.peer.get(), why + "\n");
    return false;
  }
  const auto* const verb = std::find(verbs.begin(), verbs.end(), words[3]);
  if (verb != verbs.end()) requests.push_back({std::move(caller.peer), static_cast<DoorVerb>(verb - verbs.begin())});
  return false;
}

bool admit(const FileDescriptor& peer) { return send_text(peer.get(), std::string(ok) + "\n"); }

void turn_away_as_owned(const FileDescriptor& peer) { (void)send_text(peer.get(), std::string(owned) + "\n"); }

void remove_door(const std::string& folder, pid_t keeper) {
  if (folder.empty()) return;
  const std::string path = door_path(folder, keeper);
  ::unlink(path.c_str());
  ::unlink(token_path(path).c_str());
}

Admitted<FileDescriptor> await_at_door(const std::string& path) { return said_at_door(path, DoorVerb::Await); }

Admitted<FileDescriptor> ask_at_door(const std::string& path, DoorVerb verb) {
  auto peer = said_at_door(path, verb);
  if (!peer) return peer;
  const std::string answer = read_line(peer->get());
  if (answer == ok) return peer;
  if (answer == owned) return not_admitted(Reason::Owned, "a running termhost has it");
  if (answer.empty()) return not_admitted(Reason::Silent, "it does not answer");
  return not_admitted(Reason::Refused, answer);
}

bool is_admitted(const FileDescriptor& peer) { return read_line(peer.get()) == ok; }

bool send_facts(int peer, const WaitingFacts& facts) {
  const std::string left = facts.seconds_left ? std::to_string(*facts.seconds_left) : "";
  return send_text(peer, packed({facts.state, left, facts.ended ? "ended" : ""}));
}

Admitted<WaitingFacts> read_facts(const FileDescriptor& peer) {
  std::vector<std::string> fields;
  if (!read_packed(peer.get(), fields) || fields.size() < 3)
    return not_admitted(Reason::Silent, "it gave no information");
  WaitingFacts facts{.state = fields[0], .seconds_left = {}, .ended = !fields[2].empty()};
  if (!fields[1].empty()) facts.seconds_left = std::strtol(fields[1].c_str(), nullptr, 10);
  return facts;
}

bool send_terminal(int peer, const ClaimedTerminal& terminal) {
  std::vector<std::string> fields{std::to_string(terminal.child), std::to_string(terminal.keeper),
                                  terminal.private_folder, terminal.scratch_folder, terminal.output_name};
  if (terminal.plan) {
    for (std::string& text : sandbox::to_texts(*terminal.plan)) fields.push_back(std::move(text));
  }
  return send_text(peer, packed(fields)) && send_descriptor(peer, terminal.memory) &&
         send_descriptor(peer, terminal.master) && send_descriptor(peer, terminal.watched) &&
         send_descriptor(peer, terminal.copies);
}

Admitted<ClaimedTerminal> read_terminal(FileDescriptor peer) {
  constexpr std::size_t before_plan = 5;
  std::vector<std::string> fields;
  ClaimedTerminal terminal;
  const bool whole =
      read_packed(peer.get(), fields) && fields.size() >= before_plan &&
      receive_descriptor(peer.get(), terminal.memory) && receive_descriptor(peer.get(), terminal.master) &&
      receive_descriptor(peer.get(), terminal.watched) && receive_descriptor(peer.get(), terminal.copies);
  if (!whole || !terminal.memory || !terminal.master)
    return not_admitted(Reason::Silent, "it went away while it was taken over");
  terminal.child = static_cast<pid_t>(std::strtol(fields[0].c_str(), nullptr, 10));
  terminal.keeper = static_cast<pid_t>(std::strtol(fields[1].c_str(), nullptr, 10));
  terminal.private_folder = fields[2];
  terminal.scratch_folder = fields[3];
  terminal.output_name = fields[4];
  if (fields.size() > before_plan)
    terminal.plan = sandbox::from_texts({fields.begin() + static_cast<std::ptrdiff_t>(before_plan), fields.end()});
  limit_waits(peer, 0);
  terminal.control = std::move(peer);
  return terminal;
}

std::vector<std::string> doors() {
  std::vector<std::string> paths;
  for (const std::string& folder : runtime_folders()) {
    DIR* const directory = ::opendir(folder.c_str());
    if (directory == nullptr) continue;
    while (const dirent* entry = ::readdir(directory)) {
      const pid_t keeper = number_in(entry->d_name);
      if (keeper == 0) continue;
      if (is_left_over(keeper))
        remove_door(folder, keeper);
      else
        paths.push_back(door_path(folder, keeper));
    }
    ::closedir(directory);
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

pid_t keeper_at(const std::string& door) {
  return number_in(std::string_view(door).substr(door.find_last_of('/') + 1));
}

}  // namespace termhost::io
