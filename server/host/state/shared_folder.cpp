#include "host/state/shared_folder.hpp"

namespace termhost::host {

std::string SharedFolder::path(const std::string& path) const {
  const auto lies_in = [&path](const std::string& folder) { return path == folder || path.starts_with(folder + '/'); };
  if (lies_in(here)) return path;  // also where our folder lies in the user's
  for (const std::string& folder : users)
    if (lies_in(folder)) return here + path.substr(folder.size());
  return path;
}

}  // namespace termhost::host
