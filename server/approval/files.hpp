// Facts of files that only the machine knows. A verdict asks for them as it needs them; io answers.
#pragma once

#include <string>
#include <string_view>

namespace termhost::approval {

class Files {
 public:
  virtual ~Files() = default;
  /// An absolute path with its links followed, as far as it leads to something that is there; the rest as written.
  [[nodiscard]] virtual std::string real_path(std::string_view path) const = 0;
};

}  // namespace termhost::approval
