#include "secrets/places.hpp"

#include <algorithm>

namespace termhost::secrets {

bool lies_in_secret_place(std::string_view path) {
  if (!path.starts_with('.') && path.find("/.") == std::string_view::npos) return false;
  return std::ranges::any_of(secret_in_home, [&](const Place& place) {
    if (!place.path.starts_with('.')) return false;  // a project may have a folder `mail`
    for (std::size_t at = 0; (at = path.find(place.path, at)) != std::string_view::npos; ++at) {
      const std::size_t end = at + place.path.size();
      if ((at == 0 || path[at - 1] == '/') && (end == path.size() || path[end] == '/')) return true;
    }
    return false;
  });
}

}  // namespace termhost::secrets
