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

std::string encode(const StartOrder& order) {
  std::string fields;
  const auto add = [&](const std::string& field) { fields.append(field).push_back('\0'); };
  add(std::string(1, static_cast<char>(order.kind)));
  add(order.cwd);
  add(order.private_folder);
  add(order.scratch_folder);
  add(std::to_string(order.confinement.size()));
  for (const std::string& text : order.confinement) add(text);
  for (const std::string& argument : order.argv) add(argument);
  const auto size = static_cast<std::uint32_t>(fields.size());
  return std::string(reinterpret_cast<const char*>(&size), sizeof size) + fields;
}

bool read_order(int socket, StartOrder& order) {
  std::uint32_t size = 0;
  if (!read_whole(socket, reinterpret_cast<char*>(&size), sizeof size) || size > max_order_bytes) return false;
  std::string text(size, '\0');
  if (!read_whole(socket, text.data(), size)) return false;
  std::vector<std::string> fields;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\0', at);
    if (end == std::string::npos) return false;
    fields.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  constexpr std::size_t before_confinement = 5;
  if (fields.size() < before_confinement || fields[0].size() != 1) return false;
  order.kind = static_cast<ChildKind>(fields[0][0]);
  order.cwd = fields[1];
  order.private_folder = fields[2];
  order.scratch_folder = fields[3];
  const auto confining = std::strtoul(fields[4].c_str(), nullptr, 10);
  if (confining > fields.size() - before_confinement) return false;
  const auto confinement = fields.begin() + before_confinement;
  const auto argv = confinement + static_cast<std::ptrdiff_t>(confining);
  order.confinement.assign(confinement, argv);
  order.argv.assign(argv, fields.end());
  return order.kind == ChildKind::None || !order.argv.empty();
}

}  // namespace termhost::io
