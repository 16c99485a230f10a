#include "sandbox/gaps.hpp"

namespace termhost::sandbox {

std::vector<std::string> gaps(Level level, bool has_view, int landlock) {
  std::vector<std::string> all;
  if (landlock == 0)
    all.emplace_back(
        "other programs of yours: signals to them, their memory, and through /proc the files that they see");
  else if (landlock < landlock_with_signals)
    all.emplace_back("signals to other programs of yours (Linux 6.12 stops them)");
  if (has_view) return all;
  if (level == Level::Workspace) {
    all.emplace_back("what is protected in the workspace, such as .git/config and hooks");
    all.emplace_back("what is hidden in a folder that may be written, such as the workspace's .env");
    all.emplace_back("modes, times and groups of your files");
    all.emplace_back("shared memory of other programs of yours");
  }
  all.emplace_back("names of hidden files");
  return all;
}

}  // namespace termhost::sandbox
