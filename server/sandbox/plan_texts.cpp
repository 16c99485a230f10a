#include "sandbox/plan_texts.hpp"

#include <string_view>

namespace termhost::sandbox {
namespace {

/// Letters in a list of texts, in addition to those of Access.
constexpr char readable_tree = 't', workspace_folder = 'f', kept_name = 'u';

}  // namespace

std::vector<std::string> to_texts(const Plan& plan) {
  std::string kind(1, static_cast<char>('0' + static_cast<int>(plan.network)));
  kind += plan.has_view ? 'v' : '-';
  kind += plan.only_reads ? 'o' : '-';
  kind += plan.is_trial ? 't' : '-';
  std::vector<std::string> texts{kind, plan.meeting_folder, plan.private_folder, plan.scratch};
  for (const Place& place : plan.places) texts.push_back(static_cast<char>(place.access) + place.path);
  for (const std::string& folder : plan.workspace) texts.push_back(workspace_folder + folder);
  for (const std::string& path : plan.kept) texts.push_back(kept_name + path);
  for (const std::string& tree : plan.readable) texts.push_back(readable_tree + tree);
  return texts;
}

std::optional<Plan> from_texts(const std::vector<std::string>& texts) {
  if (texts.size() < 4 || texts[0].size() != 4 || texts[0][0] < '0' || texts[0][0] > '2') return std::nullopt;
  Plan plan;
  plan.network = static_cast<Network>(texts[0][0] - '0');
  plan.has_view = texts[0][1] == 'v';
  plan.only_reads = texts[0][2] == 'o';
  plan.is_trial = texts[0][3] == 't';
  plan.meeting_folder = texts[1];
  plan.private_folder = texts[2];
  plan.scratch = texts[3];
  for (std::size_t i = 4; i < texts.size(); ++i) {
    if (texts[i].size() < 2 || std::string_view("wcepigrhstfu").find(texts[i][0]) == std::string_view::npos)
      return std::nullopt;
    if (texts[i][0] == readable_tree)
      plan.readable.push_back(texts[i].substr(1));
    else if (texts[i][0] == workspace_folder)
      plan.workspace.push_back(texts[i].substr(1));
    else if (texts[i][0] == kept_name)
      plan.kept.push_back(texts[i].substr(1));
    else
      plan.places.push_back({static_cast<Access>(texts[i][0]), texts[i].substr(1)});
  }
  return plan;
}

}  // namespace termhost::sandbox
