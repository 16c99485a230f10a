#include "sandbox/reach.hpp"

#include <algorithm>

namespace termhost::sandbox {
namespace {

using NamesIn = std::function<std::vector<std::string>(const std::string& folder)>;

void add_trees(const std::string& folder, const std::vector<std::string>& left_out, const NamesIn& names_in,
               std::vector<std::string>& trees) {
  for (const std::string& name : names_in(folder)) {
    std::string path = (folder == "/" ? "" : folder) + "/" + name;
    const auto is_in_it = [&](const std::string& out) { return lies_in(out, path); };
    if (std::none_of(left_out.begin(), left_out.end(), is_in_it))
      trees.push_back(std::move(path));
    else if (std::find(left_out.begin(), left_out.end(), path) == left_out.end())
      add_trees(path, left_out, names_in, trees);
  }
}

}  // namespace

bool lies_in(std::string_view path, std::string_view folder) {
  return path == folder || folder == "/" || (path.starts_with(folder) && path[folder.size()] == '/');
}

Access access_to(const Plan& plan, std::string_view path) {
  const auto writes = [&](const Place& place) { return place.access == Access::Writable && lies_in(path, place.path); };
  if (!plan.scratch.empty() && lies_in(path, plan.scratch)) return Access::Writable;
  if (!plan.has_view && std::any_of(plan.places.begin(), plan.places.end(), writes)) return Access::Writable;
  if (!plan.private_folder.empty() && lies_in(path, plan.private_folder)) return Access::Fixed;
  if (lies_in(path, plan.meeting_folder)) return Access::Hidden;
  Access access = plan.has_view && lies_in(path, memory_folder) ? Access::Writable : Access::Fixed;
  for (const Place& place : plan.places)
    if (!hides(access) && lies_in(path, place.path)) access = place.access;
  return access == Access::Shown && plan.only_reads ? Access::Fixed : access;
}

std::vector<std::string> missing_trees(const Plan& plan, const NamesIn& names_in) {
  const auto home = std::find_if(plan.places.begin(), plan.places.end(),
                                 [](const Place& place) { return place.access == Access::Home; });
  std::vector<std::string> shown, trees;
  if (home == plan.places.end()) return trees;
  for (const Place& place : plan.places)
    if (place.path != home->path && lies_in(place.path, home->path) && !hides(place.access))
      shown.push_back(place.path);
  add_trees(home->path, shown, names_in, trees);
  return trees;
}

bool has_own_sockets(const Plan& plan) {
  return plan.has_view && plan.network != Network::All &&
         std::none_of(plan.places.begin(), plan.places.end(),
                      [](const Place& place) { return place.access == Access::Writable; });
}

std::vector<std::string> readable_trees(const Plan& plan, const NamesIn& names_in) {
  std::vector<std::string> left_out{"/dev"}, trees;
  if (!plan.has_view) {
    left_out.push_back(plan.meeting_folder);
    for (const Place& place : plan.places)
      if (hides(place.access)) left_out.push_back(place.path);
    if (!plan.private_folder.empty()) trees.push_back(plan.private_folder);
  }
  add_trees("/", left_out, names_in, trees);
  return trees;
}

}  // namespace termhost::sandbox
