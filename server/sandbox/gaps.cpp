#include "sandbox/gaps.hpp"

namespace termhost::sandbox {

std::vector<std::string> gaps(Level level, bool has_view, int landlock) {
  std::vector<std::string> all;
  if (landlock == 0)
    all.emplace_back("your other programs (signals, memory, and the files that they see, through /proc)");
  else if (landlock < landlock_with_signals)
    all.emplace_back("signals to your other programs (Linux 6.12 stops them)");
  if (has_view) return all;
  if (level == Level::Workspace) {
    all.emplace_back("protected files of the workspace, such as .git/config and hooks");
    all.emplace_back("hidden files in a writable folder, such as the workspace's .env");
    all.emplace_back("modes, times and groups of your files");
    all.emplace_back("shared memory of your other programs");
  }
  all.emplace_back("names of hidden files");
  return all;
}

}  // namespace termhost::sandbox
