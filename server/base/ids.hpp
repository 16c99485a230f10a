// Identifiers as types, so that a task cannot be passed where a terminal is expected. All of them are text, as on the
// wire.
#pragma once

#include <compare>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>

namespace termhost::base {

template <class Tag>
class Id {
 public:
  Id() = default;
  explicit Id(std::string value) : value_(std::move(value)) {}

  [[nodiscard]] const std::string& str() const { return value_; }
  [[nodiscard]] bool empty() const { return value_.empty(); }

  friend auto operator<=>(const Id&, const Id&) = default;

 private:
  std::string value_;
};

using ExecutionId =
    Id<struct ExecutionTag>;  ///< termhost's own: decimal digits, rising, never reused in a storage folder
using TerminalId = Id<struct TerminalTag>;  ///< a shim's word for a terminal, or ours for an owned one
using ToolCallId = Id<struct ToolCallTag>;  ///< the agent's; "unknown" if it gave none
using TaskId = Id<struct TaskTag>;          ///< the agent's conversation; empty if it named none

}  // namespace termhost::base

template <class Tag>
struct std::hash<termhost::base::Id<Tag>> {
  std::size_t operator()(const termhost::base::Id<Tag>& id) const noexcept {
    return std::hash<std::string>{}(id.str());
  }
};
