// A stream chunk as the chunks that came: however a stream is cut into reads, those are the same.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "rpc/message.hpp"

namespace termhost::test {

/// "id: data" of each, "id 3: data" where it has an index.
inline std::vector<std::string> parts_of(const rpc::StreamChunk& chunk) {
  std::vector<std::string> parts;
  const auto add = [&](std::string_view data) {
    const auto number = static_cast<std::int64_t>(parts.size());
    const std::string index = chunk.index ? fmt::format(" {}", *chunk.index + number) : "";
    parts.push_back(fmt::format("{}{}: {}", chunk.id, index, data));
  };
  std::string_view rest = chunk.data;
  for (const std::uint32_t bytes : chunk.part_bytes) {
    add(rest.substr(0, bytes));
    rest.remove_prefix(bytes);
  }
  if (chunk.part_bytes.empty() || !rest.empty()) add(rest);
  return parts;
}

}  // namespace termhost::test
