// The frame of a didWrite in the form that clients write: an object of jsonrpc, method and params; params of the id,
// the data and perhaps an encoding and an index. It is read in one pass over the bytes, twice as fast as with any
// general parser. A didWrite in another form is a notification like any other.
#pragma once

#include <optional>
#include <string_view>

#include "rpc/message.hpp"

namespace termhost::rpc {

/// Nothing: it is another kind of message, or parse_message has to look at it. `frame_padding` bytes after
/// `frame` must be readable. The data are written to `room`, which has `frame_padding` bytes more than the frame; the
/// id is a view of `frame`.
[[nodiscard]] std::optional<StreamChunk> read_stream_frame(std::string_view frame, char* room);

}  // namespace termhost::rpc
