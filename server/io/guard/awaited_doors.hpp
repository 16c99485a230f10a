// Terminals that a termhost may still be about to leave when its successor starts: their doors are asked once, and the
// guard answers when its terminal waits. So nobody has to look again.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <string>

#include <asio/io_context.hpp>
#include <asio/posix/stream_descriptor.hpp>
#include <asio/steady_timer.hpp>

namespace termhost::io {

class AwaitedDoors {
 public:
  /// `waits`: the terminal behind this door waits now.
  AwaitedDoors(asio::io_context& context, std::function<void(const std::string& door)> waits);

  /// From now on `await` has a meaning, for so long: a termhost that leaves a terminal later than that is not the
  /// predecessor.
  void begin(std::chrono::seconds patience);
  void await(const std::string& door);

 private:
  void answered(const std::string& door);

  asio::io_context& context_;
  std::function<void(const std::string&)> waits_;
  std::map<std::string, asio::posix::stream_descriptor> awaited_;
  asio::steady_timer end_;
  bool begun_ = false;
};

}  // namespace termhost::io
