#include "io/guard/awaited_doors.hpp"

#include <utility>

#include "io/file_descriptor.hpp"
#include "io/guard/successor_posix.hpp"

namespace termhost::io {

AwaitedDoors::AwaitedDoors(asio::io_context& context, std::function<void(const std::string& door)> waits)
    : context_(context), waits_(std::move(waits)), end_(context) {}

void AwaitedDoors::begin(std::chrono::seconds patience) {
  begun_ = true;
  end_.expires_after(patience);
  end_.async_wait([this](const std::error_code& error) {
    if (error) return;
    begun_ = false;
    awaited_.clear();
  });
}

void AwaitedDoors::await(const std::string& door) {
  if (!begun_ || awaited_.contains(door)) return;
  auto peer = await_at_door(door);
  if (!peer) return;
  auto& awaited = awaited_.emplace(door, asio::posix::stream_descriptor(context_, peer->release())).first->second;
  awaited.async_wait(asio::posix::stream_descriptor::wait_read, [this, door](const std::error_code& error) {
    if (!error) answered(door);
  });
}

void AwaitedDoors::answered(const std::string& door) {
  const auto found = awaited_.find(door);
  if (found == awaited_.end()) return;
  const FileDescriptor peer(found->second.release());
  awaited_.erase(found);
  if (is_admitted(peer)) waits_(door);
}

}  // namespace termhost::io
