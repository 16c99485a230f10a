#include "approval/languages/docker_template.hpp"

#include <cstddef>

#include "approval/text.hpp"

namespace termhost::approval {
namespace {

/// `.State.Health`: a field of what docker knows, and not `.Config.Env`.
bool is_public_field(std::string_view field, bool inside) {
  static constexpr std::string_view fields =
      "State Name Id ID Created Image RestartCount Platform Driver NetworkSettings RepoTags RepoDigests Size "
      "Architecture "
      "Os";
  const bool plain = has_only(field, ".") && field.starts_with('.');
  if (!plain || field.find("Env") != std::string_view::npos) return false;
  field.remove_prefix(1);
  return inside || listed(fields, field.substr(0, field.find('.'))) || field == "Config.Image";
}

}  // namespace

bool is_public_template(std::string_view text) {
  if (text.find("{{") == std::string_view::npos) return false;  // `json` shows all
  int loops = 0;
  for (std::size_t at = 0; (at = text.find("{{", at)) != std::string_view::npos;) {
    const std::size_t end = text.find("}}", at);
    if (end == std::string_view::npos) return false;
    std::string_view action = text.substr(at + 2, end - at - 2);
    at = end + 2;
    const auto trim = [&] {
      action.remove_prefix(std::min(action.find_first_not_of(' '), action.size()));
      action = action.substr(0, action.find_last_not_of(' ') + 1);
    };
    trim();
    if (action == "end" && loops-- > 0) continue;
    const bool loop = action.starts_with("range ");
    if (loop || action.starts_with("json ")) action.remove_prefix(loop ? 6 : 5);
    trim();
    if (!is_public_field(action, loops > 0)) return false;
    loops += loop ? 1 : 0;
  }
  return true;
}

}  // namespace termhost::approval
