#include "sandbox/refusal.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace termhost::sandbox {
namespace {

constexpr std::size_t most_told = 4;  // the structure has all

std::string phrase(const Refusal& refusal) {
  switch (refusal.access) {
    case RefusedAccess::Write: return fmt::format("writing '{}'", refusal.target);
    case RefusedAccess::Connection: return fmt::format("a connection to {}", refusal.target);
    case RefusedAccess::Network: return "the network";
  }
  return {};
}

}  // namespace

std::string_view to_string(RefusedAccess access) {
  switch (access) {
    case RefusedAccess::Write: return "write";
    case RefusedAccess::Connection: return "connect";
    case RefusedAccess::Network: return "network";
  }
  return {};
}

void add(std::vector<Refusal>& all, Refusal refusal) {
  if (all.size() >= most_refusals || std::find(all.begin(), all.end(), refusal) != all.end()) return;
  all.push_back(std::move(refusal));
}

std::string to_string(const std::vector<Refusal>& all) {
  const std::size_t told = std::min(all.size(), most_told);
  const std::size_t more = all.size() - told;
  std::string text;
  for (std::size_t i = 0; i < told; ++i)
    text += fmt::format("{}{}", i == 0 ? "" : i + 1 == all.size() ? " and " : ", ", phrase(all[i]));
  if (more > 0) text += fmt::format(" and {}{} more", all.size() == most_refusals ? "at least " : "", more);
  return text;
}

}  // namespace termhost::sandbox
