// The hot path: didWrite notifications, straight from the frame to views of id and data.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "rpc/message.hpp"

namespace termhost::rpc {

class StreamParser {
 public:
  StreamParser();
  ~StreamParser();
  StreamParser(StreamParser&&) noexcept;
  StreamParser& operator=(StreamParser&&) noexcept;

  /// Nothing: it is not a plain, well-formed didWrite; the general parser decides. Views live until the next call.
  [[nodiscard]] std::optional<StreamChunk> parse(std::string_view frame);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace termhost::rpc
