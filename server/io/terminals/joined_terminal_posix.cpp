#include "io/terminals/joined_terminal_posix.hpp"

#include <array>
#include <poll.h>
#include <string_view>
#include <termios.h>
#include <unistd.h>

#include "io/handle.hpp"
#include "io/private_socket_posix.hpp"

namespace termhost::io {
namespace {

constexpr char leave = 0x1c;  // Ctrl+\: no shell uses it at its prompt

/// A stdin that is a terminal passes on each key until this object is destroyed.
class KeyByKey {
 public:
  KeyByKey() : is_terminal_(::tcgetattr(standard_input, &before_) == 0) {
    if (!is_terminal_) return;
    termios raw = before_;
    ::cfmakeraw(&raw);
    raw.c_oflag = before_.c_oflag;
    ::tcsetattr(standard_input, TCSANOW, &raw);
  }
  ~KeyByKey() {
    if (is_terminal_) ::tcsetattr(standard_input, TCSANOW, &before_);
  }
  KeyByKey(const KeyByKey&) = delete;
  KeyByKey& operator=(const KeyByKey&) = delete;

 private:
  termios before_{};
  bool is_terminal_;
};

/// False: one of the two has come to its end.
bool pass_on(int from, int to, bool may_leave) {
  std::array<char, 16 * 1024> bytes{};
  const long got = read_some(from, bytes.data(), bytes.size());
  if (got <= 0) return false;
  const std::string_view text(bytes.data(), static_cast<std::size_t>(got));
  const std::size_t end = may_leave ? text.find(leave) : text.npos;
  return write_whole(to, text.substr(0, end)) && end == text.npos;
}

}  // namespace

void join_terminal(const FileDescriptor& peer) {
  limit_waits(peer, 0);
  const KeyByKey keys;
  std::array<pollfd, 2> ready{pollfd{peer.get(), POLLIN, 0}, pollfd{standard_input, POLLIN, 0}};
  while (::poll(ready.data(), ready.size(), -1) > 0) {
    if (ready[0].revents != 0 && !pass_on(peer.get(), standard_output, false)) return;
    if (ready[1].revents != 0 && !pass_on(standard_input, peer.get(), true)) return;
  }
}

}  // namespace termhost::io
