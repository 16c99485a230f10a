// Text of a frame → message. Stream frames (didWrite) are read without a tree by simdjson; everything else becomes a
// JSON value. Total: never throws, and bytes that are no UTF-8 or escapes that are no character cost only themselves.
#pragma once

#include <memory>
#include <string_view>

#include "rpc/message.hpp"

namespace termhost::rpc {

inline constexpr int max_json_depth = 128;  // deeper than any real message; bounds the recursion of what reads it

class MessageParser {
 public:
  MessageParser();
  ~MessageParser();
  MessageParser(MessageParser&&) noexcept;
  MessageParser& operator=(MessageParser&&) noexcept;

  /// `frame_padding` bytes after `text` must be readable. Views in the result live until the next call.
  [[nodiscard]] Message parse(std::string_view text);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace termhost::rpc
