// Files that are only links: where each leads is said by the test.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "approval/files.hpp"

namespace termhost::testing {

class FakeFiles final : public approval::Files {
 public:
  [[nodiscard]] std::string real_path(std::string_view path) const override {
    for (const auto& [link, target] : links)
      if (path == link || (path.starts_with(link) && path[link.size()] == '/'))
        return target + std::string(path.substr(link.size()));
    return std::string(path);
  }

  std::map<std::string, std::string> links;
};

}  // namespace termhost::testing
