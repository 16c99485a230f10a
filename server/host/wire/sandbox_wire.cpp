#include "host/wire/sandbox_wire.hpp"

#include <optional>
#include <string>

namespace termhost::host {

std::vector<protocol::SandboxRefusal> to_wire(const std::vector<sandbox::Refusal>& refusals) {
  std::vector<protocol::SandboxRefusal> wire;
  for (const auto& [access, target] : refusals)
    wire.push_back(
        {static_cast<protocol::RefusedAccess>(access), target.empty() ? std::nullopt : std::optional(target)});
  return wire;
}

std::vector<protocol::SandboxChange> to_wire(const std::vector<sandbox::Change>& changes) {
  std::vector<protocol::SandboxChange> wire;
  for (const sandbox::Change& change : changes) {
    protocol::SandboxChange& told = wire.emplace_back();
    told.change = static_cast<protocol::ChangeKind>(change.kind);
    told.path = change.path;
    told.folder = change.is_folder;
    if (change.kind == sandbox::ChangeKind::Made && change.is_folder)
      told.files = static_cast<std::int64_t>(change.files);
    if (!change.lines) continue;
    told.lines_added = static_cast<std::int64_t>(change.lines->added);
    told.lines_removed = static_cast<std::int64_t>(change.lines->removed);
  }
  return wire;
}

std::vector<sandbox::Refusal> from_wire(const std::vector<protocol::SandboxRefusal>& refusals) {
  std::vector<sandbox::Refusal> all;
  for (const auto& [access, target] : refusals)
    all.push_back({static_cast<sandbox::RefusedAccess>(access), target.value_or("")});
  return all;
}

std::vector<sandbox::Change> from_wire(const std::vector<protocol::SandboxChange>& changes) {
  std::vector<sandbox::Change> all;
  for (const protocol::SandboxChange& told : changes) {
    sandbox::Change& change = all.emplace_back();
    change.kind = static_cast<sandbox::ChangeKind>(told.change);
    change.path = told.path;
    change.is_folder = told.folder;
    change.files = static_cast<std::size_t>(told.files.value_or(0));
    if (told.lines_added && told.lines_removed)
      change.lines = {static_cast<std::size_t>(*told.lines_added), static_cast<std::size_t>(*told.lines_removed)};
  }
  return all;
}

}  // namespace termhost::host
