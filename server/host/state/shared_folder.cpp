#include "host/state/shared_folder.hpp"

namespace termhost::host {

std::string SharedFolder::path(const std::string& path) const {
  for (const std::string& folder : users)
    if (path == folder || path.starts_with(folder + '/')) return here + path.substr(folder.size());
  return path;
}

}  // namespace termhost::host
