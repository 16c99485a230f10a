#include "io/piped_program_posix.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "io/pipe_posix.hpp"

extern char** environ;

namespace termhost::io {
namespace {

constexpr std::chrono::milliseconds poll_interval{5}, last_patience{500};

/// Signals as a new program expects them, except that SIGINT stays ignored.
void set_signals(posix_spawnattr_t& attributes) {
  sigset_t none, defaults;
  sigemptyset(&none);
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  sigaddset(&defaults, SIGXFSZ);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &defaults);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

/// The error number; 0: it has started.
int spawn(pid_t& pid, const std::vector<std::string>& argv, const std::array<int, 3>& standard) {
  std::vector<char*> words;
  for (const std::string& word : argv) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawnattr_init(&attributes);
  for (int fd = 0; fd < 3; ++fd)
    ::posix_spawn_file_actions_adddup2(&actions, standard[static_cast<std::size_t>(fd)], fd);
  set_signals(attributes);
  const auto interrupted = std::signal(SIGINT, SIG_IGN);  // inherited by the program
  const int error = ::posix_spawnp(&pid, words[0], &actions, &attributes, words.data(), environ);
  std::signal(SIGINT, interrupted);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  return error;
}

}  // namespace

base::Expected<std::unique_ptr<PipedProgram>, std::string> PipedProgram::start(const std::vector<std::string>& argv) {
  auto in = Pipe::make(), out = Pipe::make(), errors = Pipe::make();
  for (const auto* pipe : {&in, &out, &errors})
    if (!*pipe) return base::unexpected(pipe->error());
  std::unique_ptr<PipedProgram> program(new PipedProgram());
  const int error = spawn(program->pid_, argv, {in->reading.get(), out->writing.get(), errors->writing.get()});
  if (error != 0) {
    program->status_ = 0;
    return base::unexpected(std::string(std::strerror(error)));
  }
  program->input_ = in->writing.release();
  program->output_ = std::move(out->reading);
  program->errors_ = std::move(errors->reading);
  return program;
}

PipedProgram::~PipedProgram() { end(last_patience); }

void PipedProgram::end_input() {
  if (const int input = input_.exchange(-1); input >= 0) ::close(input);
}

int PipedProgram::end(std::chrono::milliseconds patience) {
  end_input();
  if (has_ended_within(patience)) return *status_;
  for (const int signal : {SIGTERM, SIGKILL}) {
    ::kill(pid_, signal);
    if (has_ended_within(last_patience)) return *status_;
  }
  return 128 + SIGKILL;
}

bool PipedProgram::has_ended_within(std::chrono::milliseconds patience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!status_) {
    int status = 0;
    const pid_t ended = ::waitpid(pid_, &status, WNOHANG);
    if (ended == pid_) status_ = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    if (ended < 0) status_ = 0;  // somebody else has waited for it
    if (status_ || std::chrono::steady_clock::now() >= end) break;
    std::this_thread::sleep_for(poll_interval);
  }
  return status_.has_value();
}

}  // namespace termhost::io
