#include "io/process/process_tree_posix.hpp"

#include <algorithm>
#include <unordered_set>

namespace termhost::io {

std::vector<Process> descendants(pid_t root) {
  std::vector<Process> others = list_processes();
  std::vector<Process> tree;
  std::unordered_set<pid_t> known{root};
  for (bool grew = true; grew;) {
    const auto found = std::stable_partition(others.begin(), others.end(),
                                             [&](const Process& process) { return !known.contains(process.parent); });
    grew = found != others.end();
    for (auto process = found; process != others.end(); ++process) {
      known.insert(process->pid);
      tree.push_back(std::move(*process));
    }
    others.erase(found, others.end());
  }
  std::erase_if(tree, [](const Process& process) { return !process.alive(); });
  return tree;
}

std::vector<Process> session_members(pid_t session) {
  std::vector<Process> members = list_processes();
  std::erase_if(members, [&](const Process& process) { return process.session != session || !process.alive(); });
  return members;
}

}  // namespace termhost::io
