#include "io/link/far_session_posix.hpp"

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <optional>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "io/guard/passed_descriptor_posix.hpp"
#include "io/handle.hpp"
#include "io/link/numbered_parts.hpp"
#include "io/link/piped_copy_posix.hpp"
#include "io/private_folder_posix.hpp"
#include "io/private_socket_posix.hpp"
#include "io/process/own_process.hpp"
#include "io/process/process_image.hpp"
#include "io/secret.hpp"
#include "io/stdio/queued_output.hpp"
#include "io/stdio/watch.hpp"
#include "protocol/codec/decode.hpp"
#include "protocol/codec/encode.hpp"
#include "protocol/remote.hpp"
#include "rpc/frames/framer.hpp"
#include "rpc/message.hpp"
#include "rpc/parser.hpp"

namespace termhost::io {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view suffix = ".session";
constexpr std::size_t longest_request = 4096, most_for_command = std::size_t{1} << 20;
constexpr int introduction_seconds = 2;
constexpr std::chrono::seconds end_patience{10};  // of a command that was asked to end
constexpr char taken = 't', over = 'o';           // to a porter: it may let go of the carrier; the session ends

std::string socket_path(const std::string& folder, std::string_view number) {
  return fmt::format("{}/{}{}", folder, number, suffix);
}

/// A session that was killed could not remove its socket. It has no program any more, also while nobody has reaped it.
void remove_left_overs(const std::string& folder) {
  DIR* const directory = ::opendir(folder.c_str());
  if (directory == nullptr) return;
  while (const dirent* entry = ::readdir(directory)) {
    const std::string_view name = entry->d_name;
    pid_t pid = 0;
    const auto read = std::from_chars(name.data(), name.data() + name.size(), pid);
    const bool ours = read.ec == std::errc() && std::string_view(read.ptr) == suffix;
    if (ours && program_of(pid).empty()) ::unlinkat(::dirfd(directory), entry->d_name, 0);
  }
  ::closedir(directory);
}

/// Without its end; empty if it does not come in time, or is too long.
std::string read_line(const FileDescriptor& from) {
  std::string line;
  for (char next = 0; line.size() < longest_request && read_some(from.get(), &next, 1) == 1; line += next)
    if (next == '\n') return line;
  return {};
}

struct Introduction {
  rpc::RequestId id;
  protocol::ConnectParams params;
  FileDescriptor input, output;
};

std::optional<Introduction> read_introduction(const FileDescriptor& porter) {
  const rpc::Message message = rpc::parse_message(read_line(porter));
  const auto* request = std::get_if<rpc::Request>(&message);
  if (request == nullptr) return std::nullopt;
  auto params = protocol::decode<protocol::ConnectParams>(request->params, "params");
  if (!params) return std::nullopt;
  Introduction introduction{.id = request->id, .params = *std::move(params), .input = {}, .output = {}};
  char mark = 0;
  for (FileDescriptor* carried : {&introduction.input, &introduction.output})
    if (!receive_with_descriptor(porter.get(), &mark, 1, *carried) || !*carried) return std::nullopt;
  return introduction;
}

/// The user's end of a session at the moment.
struct Carrier {
  explicit Carrier(Introduction& introduction, FileDescriptor of)
      : input(std::move(introduction.input)),
        output(std::move(introduction.output)),
        porter(std::move(of)),
        ready(output.get()) {}

  FileDescriptor input, output;
  FileDescriptor porter;  ///< ends when the porter does
  ReadyOutput ready;
};

class FarSession {
 public:
  FarSession(PipedCopy command, FileDescriptor first_porter)
      : command_(std::move(command)), to_command_(command_.input.get()), ended_(end_of_child(command_.pid)) {
    listen();
    introduce(std::move(first_porter));
    if (!carrier_) lose_carrier();
  }
  ~FarSession() {
    if (!path_.empty()) ::unlink(path_.c_str());
  }
  FarSession(const FarSession&) = delete;
  FarSession& operator=(const FarSession&) = delete;

  void run() {
    while (!is_over()) step();
    if (carrier_) (void)write_whole(carrier_->porter.get(), {&over, 1});
  }

 private:
  void listen() {
    const auto folder = runtime_folder();
    if (!folder) return;
    remove_left_overs(*folder);
    path_ = socket_path(*folder, std::to_string(::getpid()));
    door_ = listen_private(path_);
    if (door_) name_ = fmt::format("{}-{}", ::getpid(), random_secret());
  }

  /// The command has ended, and the user's machine knows, or has had its time.
  [[nodiscard]] bool is_over() const {
    return end_sent_ && (parts_.all_arrived() || stopping_ || (deadline_ && Clock::now() >= *deadline_));
  }

  void step() {
    Watch watch;
    watch.read(door_.get());
    if (carrier_) {
      watch.read(carrier_->porter.get());
      if (to_command_.size() < most_for_command) watch.read(carrier_->input.get());
      if (!parts_.to_write().empty()) watch.write(carrier_->output.get());
    }
    watch.write(to_command_.waits_for());
    if (parts_.has_room() || stopping_) {
      watch.read(command_.output.get());
      watch.read(command_.errors.get());
    }
    watch.read(ended_.get());
    watch.wait(time_left());
    look(watch);
  }

  void look(const Watch& watch) {
    if (watch.writable(to_command_.waits_for())) (void)to_command_.write();
    if (input_ends_ && to_command_.size() == 0) end_command_input();
    for (auto* from : {&command_.output, &command_.errors})
      if (*from && watch.readable(from->get())) read_command(*from);
    if (watch.readable(ended_.get())) command_ended();
    if (carrier_ && watch.writable(carrier_->output.get())) write_to_carrier();
    if (carrier_ && watch.readable(carrier_->input.get())) read_carrier();
    if (carrier_ && watch.readable(carrier_->porter.get())) lose_carrier();
    if (watch.readable(door_.get())) accept();
    if (deadline_ && Clock::now() >= *deadline_) time_is_over();
  }

  [[nodiscard]] std::optional<std::chrono::milliseconds> time_left() const {
    if (!deadline_) return std::nullopt;
    return std::chrono::ceil<std::chrono::milliseconds>(*deadline_ - Clock::now());
  }

  void accept() {
    FileDescriptor porter(::accept(door_.get(), nullptr, nullptr));
    const bool usable = porter && ::fcntl(porter.get(), F_SETFD, FD_CLOEXEC) == 0 &&
                        ::fcntl(porter.get(), F_SETFL, O_RDWR) == 0 && is_of_this_user(porter.get());
    if (usable) introduce(std::move(porter));
  }

  /// A porter with a new carrier. The one that we have may be dead without our knowledge.
  void introduce(FileDescriptor porter) {
    limit_waits(porter, introduction_seconds);
    auto introduction = read_introduction(porter);
    if (!introduction || stopping_) return;
    const protocol::ConnectParams& params = introduction->params;
    if (begun_ && !same_secret(params.session, name_)) return;
    if (params.received < 0 || !parts_.begin_carrier(static_cast<std::uint64_t>(params.received))) return;
    begun_ = true;
    patience_ = std::chrono::seconds(params.patience);
    if (!write_whole(porter.get(), {&taken, 1})) return lose_carrier();
    const protocol::ConnectResult result{name_, static_cast<std::int64_t>(parts_.received())};
    carrier_.emplace(*introduction, std::move(porter));
    deadline_.reset();
    const std::string answer =
        rpc::framed(rpc::Framing::Lines, rpc::result_text(introduction->id, protocol::encode(result)));
    if (!write_whole(carrier_->output.get(), answer)) lose_carrier();
  }

  void read_carrier() {
    const long size = read_some(carrier_->input.get(), buffer_.data(), buffer_.size());
    std::vector<Part> parts;
    const bool understood = size > 0 && parts_.feed({buffer_.data(), static_cast<std::size_t>(size)}, parts);
    for (const Part& part : parts) {
      input_ends_ = input_ends_ || part.kind == Part::Kind::End;
      if (part.kind == Part::Kind::Messages) to_command_.add(part.text);
    }
    if (input_ends_ && to_command_.size() == 0) end_command_input();
    if (!understood) lose_carrier();
  }

  void write_to_carrier() {
    const long size = write_ready(carrier_->ready, parts_.to_write());
    if (size < 0) return lose_carrier();
    parts_.written(static_cast<std::size_t>(size));
  }

  void lose_carrier() {
    carrier_.reset();
    if (!deadline_) deadline_ = Clock::now() + (name_.empty() ? std::chrono::seconds(0) : patience_);
  }

  void read_command(FileDescriptor& from) {
    const long size = read_some(from.get(), buffer_.data(), buffer_.size());
    if (size <= 0) return from.reset();
    const auto kind = &from == &command_.output ? Part::Kind::Messages : Part::Kind::Errors;
    parts_.send({kind, std::string(buffer_.data(), static_cast<std::size_t>(size))});
  }

  /// The pipe has another writer where it was opened anew.
  void end_command_input() {
    to_command_ = QueuedOutput(-1);
    command_.input.reset();
  }

  /// Processes that it has left may hold its output: what is there now is all.
  void command_ended() {
    int status = 1;
    (void)read_some(ended_.get(), reinterpret_cast<char*>(&status), sizeof status);
    ended_.reset();
    for (auto* from : {&command_.output, &command_.errors}) {
      if (*from) ::fcntl(from->get(), F_SETFL, O_NONBLOCK);
      while (*from) read_command(*from);
    }
    parts_.send({Part::Kind::End, std::to_string(status)});
    end_sent_ = true;
  }

  /// No carrier has come.
  void time_is_over() {
    if (end_sent_) return;
    ::kill(command_.pid, stopping_ ? SIGKILL : SIGTERM);
    stopping_ = true;
    deadline_ = Clock::now() + end_patience;
  }

  PipedCopy command_;
  QueuedOutput to_command_;
  FileDescriptor ended_;  // can be read when the command has ended
  FileDescriptor door_;
  std::string path_, name_;  // of the door; with a secret, empty: no second carrier can come
  std::optional<Carrier> carrier_;
  std::optional<Clock::time_point> deadline_;  // of the next carrier, or of the end of the command
  std::chrono::seconds patience_{0};
  NumberedParts parts_;
  bool begun_ = false, input_ends_ = false, end_sent_ = false, stopping_ = false;
  std::array<char, 64 * 1024> buffer_;
};

/// The carrier's files are handed over by name: nothing here holds them.
void let_go_of_standard_files() {
  const FileDescriptor nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  for (int fd = 0; fd < 3; ++fd) ::dup2(nothing.get(), fd);
}

std::string last_error() { return std::strerror(errno); }

}  // namespace

base::Expected<FarStart, std::string> begin_session() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0) return base::unexpected(last_error());
  FileDescriptor of_porter(ends[0]), of_session(ends[1]);
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  const pid_t pid = ::fork();
  if (pid < 0) return base::unexpected(last_error());
  if (pid > 0) return FarStart{FarRole::Porter, std::move(of_porter)};
  of_porter.reset();
  ::setsid();
  let_go_of_standard_files();
  auto command = start_piped_copy(of_session);
  if (!command) ::_exit(1);
  if (command->pid == 0) return FarStart{FarRole::Command, {}};
  for (const int signal : {SIGPIPE, SIGHUP, SIGINT, SIGTERM}) std::signal(signal, SIG_IGN);
  set_process_name("termhost-session");
  FarSession(*std::move(command), std::move(of_session)).run();
  ::_exit(0);
}

base::Expected<FileDescriptor, std::string> find_session(const std::string& name) {
  const std::string number = name.substr(0, name.find('-'));
  if (number.empty() || number.find_first_not_of("0123456789") != std::string::npos)
    return base::unexpected(std::string("that is not a name of a session"));
  const auto folder = runtime_folder();
  if (!folder) return base::unexpected(folder.error());
  return connect_private(socket_path(*folder, number));
}

bool hand_over_carrier(const FileDescriptor& session, const std::string& request) {
  bool sent = write_whole(session.get(), request + "\n");
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO}) sent = sent && send_with_descriptor(session.get(), "d", 1, fd);
  char answer = 0;
  if (!sent || read_some(session.get(), &answer, 1) != 1) return false;
  let_go_of_standard_files();
  return true;
}

void wait_for_session(const FileDescriptor& session) {
  char word = 0;
  while (read_some(session.get(), &word, 1) > 0 && word != over) {
  }
  if (word == over) ::waitpid(-1, nullptr, 0);  // a container may have nobody else who does
}

}  // namespace termhost::io
