#include "io/guard/guard_protocol.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <unistd.h>

namespace termhost::io {
namespace {

/// More than any kernel takes as arguments.
constexpr std::uint32_t max_order_bytes = 16u << 20;

bool read_whole(int fd, char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t got = ::read(fd, data, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    data += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

}  // namespace

int given_outputs(const StartOrder& order) {
  if (!order.waiting_folder.empty()) return guard_master_fd - guard_socket_fd;
  switch (order.kind) {
    case ChildKind::Pty:
    case ChildKind::Command: return 1;
    case ChildKind::Pipes: return 2;
    case ChildKind::None: return 0;
  }
  return 0;
}

std::string packed(const std::vector<std::string>& fields) {
  std::string text;
  for (const std::string& field : fields) text.append(field).push_back('\0');
  const auto size = static_cast<std::uint32_t>(text.size());
  return std::string(reinterpret_cast<const char*>(&size), sizeof size) + text;
}

bool read_packed(int socket, std::vector<std::string>& fields) {
  std::uint32_t size = 0;
  if (!read_whole(socket, reinterpret_cast<char*>(&size), sizeof size) || size > max_order_bytes) return false;
  std::string text(size, '\0');
  if (!read_whole(socket, text.data(), size)) return false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\0', at);
    if (end == std::string::npos) return false;
    fields.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return true;
}

std::string encode(const StartOrder& order) {
  std::vector<std::string> fields{std::string(1, static_cast<char>(order.kind)),
                                  order.cwd,
                                  order.private_folder,
                                  order.scratch_folder,
                                  order.waiting_folder,
                                  std::to_string(order.confinement.size())};
  fields.insert(fields.end(), order.confinement.begin(), order.confinement.end());
  fields.insert(fields.end(), order.argv.begin(), order.argv.end());
  return packed(fields);
}

bool read_order(int socket, StartOrder& order) {
  constexpr std::size_t before_confinement = 6;
  std::vector<std::string> fields;
  if (!read_packed(socket, fields) || fields.size() < before_confinement || fields[0].size() != 1) return false;
  order.kind = static_cast<ChildKind>(fields[0][0]);
  order.cwd = fields[1];
  order.private_folder = fields[2];
  order.scratch_folder = fields[3];
  order.waiting_folder = fields[4];
  const auto confining = std::strtoul(fields[5].c_str(), nullptr, 10);
  if (confining > fields.size() - before_confinement) return false;
  const auto confinement = fields.begin() + before_confinement;
  const auto argv = confinement + static_cast<std::ptrdiff_t>(confining);
  order.confinement.assign(confinement, argv);
  order.argv.assign(argv, fields.end());
  return order.kind == ChildKind::None || !order.argv.empty();
}

}  // namespace termhost::io
