#include "cli/hosts/member.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace termhost::cli {
namespace {

constexpr std::string_view session_prefix = "mcp-";

/// The number at the beginning of `text`, which is cut off.
std::optional<std::uint64_t> take_number(std::string_view& text) {
  std::uint64_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

}  // namespace

std::string Member::text() const { return fmt::format("{}/{}", index, count); }

std::optional<Member> Member::parse(std::string_view text) {
  const auto index = take_number(text);
  if (!index || !text.starts_with('/')) return std::nullopt;
  text.remove_prefix(1);
  const auto count = take_number(text);
  if (!count || !text.empty() || *index >= *count) return std::nullopt;
  return Member{*index, *count};
}

std::string Member::session(std::int64_t pid) const {
  return count == 1 ? fmt::format("{}{}", session_prefix, pid) : fmt::format("{}{}-{}", session_prefix, index, pid);
}

std::optional<std::size_t> host_of_execution(std::string_view id, std::size_t count) {
  id.remove_prefix(std::min(id.find_first_of("0123456789"), id.size()));
  const auto number = take_number(id);
  return number ? std::optional(*number % count) : std::nullopt;
}

std::optional<std::size_t> host_of_task(std::string_view id, std::size_t count) {
  if (!id.starts_with(session_prefix)) return std::nullopt;
  id.remove_prefix(session_prefix.size());
  const auto index = take_number(id);
  return index && *index < count ? std::optional<std::size_t>(*index) : std::nullopt;
}

}  // namespace termhost::cli
