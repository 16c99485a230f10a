#include "io/link/piped_copy_posix.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

#include "io/pipe_posix.hpp"
#include "io/thread_signals.hpp"

namespace termhost::io {

base::Expected<PipedCopy, std::string> start_piped_copy(FileDescriptor& closed) {
  auto in = Pipe::make(), out = Pipe::make(), errors = Pipe::make();
  for (const auto* pipe : {&in, &out, &errors})
    if (!*pipe) return base::unexpected(pipe->error());
  const pid_t pid = ::fork();
  if (pid < 0) return base::unexpected(std::string(std::strerror(errno)));
  if (pid > 0) return PipedCopy{pid, std::move(in->writing), std::move(out->reading), std::move(errors->reading)};
  closed.reset();
  ::dup2(in->reading.get(), STDIN_FILENO);
  ::dup2(out->writing.get(), STDOUT_FILENO);
  ::dup2(errors->writing.get(), STDERR_FILENO);
  return PipedCopy{};
}

FileDescriptor end_of_child(pid_t pid) {
  auto pipe = Pipe::make();
  if (!pipe) return {};
  std::thread([pid, end = std::move(pipe->writing)] {
    block_signals_in_this_thread();
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    const int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    [[maybe_unused]] const auto written = ::write(end.get(), &code, sizeof code);
  }).detach();
  return std::move(pipe->reading);
}

}  // namespace termhost::io
