#include "secrets/places.hpp"

#include <algorithm>

namespace termhost::secrets {

namespace {

/// A quick check: most paths have no part that any place has.
bool may_lie_in_one(std::string_view path) {
  return path.starts_with('.') || path.find("/.") != std::string_view::npos ||
         path.find("snap/") != std::string_view::npos || path.find("Maildir") != std::string_view::npos;
}

}  // namespace

bool lies_in_secret_place(std::string_view path) {
  if (!may_lie_in_one(path)) return false;
  return std::ranges::any_of(secret_in_home, [&](const Place& place) {
    if (place.path == "mail" || place.path == "Mail") return false;  // a project may have such a folder
    for (std::size_t at = 0; (at = path.find(place.path, at)) != std::string_view::npos; ++at) {
      const std::size_t end = at + place.path.size();
      if ((at == 0 || path[at - 1] == '/') && (end == path.size() || path[end] == '/')) return true;
    }
    return false;
  });
}

}  // namespace termhost::secrets
