// A machine whose file system is a table, and the usual question about it, for tests of plans.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "sandbox/plan.hpp"

namespace termhost::testing {

using namespace termhost::sandbox;

/// Files by their paths; a folder is there where something lies in it.
class Machine {
 public:
  explicit Machine(std::set<std::string> paths, std::map<std::string, std::string> links = {},
                   std::map<std::string, std::string> contents = {})
      : paths_(std::move(paths)), links_(std::move(links)), contents_(std::move(contents)) {
    for (const auto& [path, content] : contents_) paths_.insert(path);
  }

  [[nodiscard]] Files files() const {
    return {.real_path = [this](const std::string& path) -> std::optional<std::string> {
              const auto link = links_.find(path);
              const std::string& real = link == links_.end() ? path : link->second;
              return there(real) ? std::optional(real) : std::nullopt;
            },
            .link = [this](const std::string& path) -> std::optional<std::string> {
              const auto link = links_.find(path);
              return link == links_.end() ? std::nullopt : std::optional(link->second);
            },
            .names = [this](const std::string& folder) { return names(folder); },
            .read = [this](const std::string& path) -> std::optional<std::string> {
              const auto content = contents_.find(path);
              return content == contents_.end() ? std::nullopt : std::optional(content->second);
            }};
  }

 private:
  [[nodiscard]] bool there(const std::string& path) const {
    return path == "/" || paths_.contains(path) || !names(path).empty();
  }
  [[nodiscard]] std::vector<std::string> names(const std::string& folder) const {
    std::set<std::string> names;
    for (const std::string& path : paths_) {
      if (!path.starts_with(folder + "/")) continue;
      const std::string rest = path.substr(folder.size() + 1);
      names.insert(rest.substr(0, rest.find('/')));
    }
    return {names.begin(), names.end()};
  }

  std::set<std::string> paths_;
  std::map<std::string, std::string> links_, contents_;
};

inline const std::set<std::string> usual{"/tmp/x",
                                         "/usr/bin/ls",
                                         "/etc/passwd",
                                         "/home/me/.ssh/id_rsa",
                                         "/home/me/.bashrc",
                                         "/home/me/p/.env",
                                         "/home/me/p/.git/config",
                                         "/home/me/p/.git/hooks/x",
                                         "/home/me/p/main.c",
                                         "/home/me/p/.git/modules/sub/config",
                                         "/home/me/.npm/_cacache/x",
                                         "/home/me/.cache/x",
                                         "/run/me/termhost/AbCdEf/run",
                                         "/home/me/outputs/1"};

inline MachineFacts around(const std::string& private_folder = "/run/me/termhost/AbCdEf") {
  MachineFacts there;
  there.home = "/home/me";
  there.temporary_folder = "/tmp";
  there.meeting_folder = "/run/me/termhost";
  there.private_folder = private_folder;
  there.outputs = "/home/me/outputs";
  return there;
}

inline Sandbox workspace(std::vector<std::string> folders = {"/home/me/p"}) {
  Sandbox sandbox;
  sandbox.level = Level::Workspace;
  sandbox.workspace = std::move(folders);
  return sandbox;
}

/// The letter of the access to a place of the plan; `-`: it is none of its places.
inline char access_of(const Plan& plan, const std::string& path) {
  const auto found =
      std::find_if(plan.places.begin(), plan.places.end(), [&](const Place& place) { return place.path == path; });
  return found == plan.places.end() ? '-' : static_cast<char>(found->access);
}

}  // namespace termhost::testing
