#include "terminal/process_tree.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace termhost::terminal {
namespace {

/// The increase, or 0 if there is none: a process that ended unseen may have taken its numbers with it.
template <class T>
T more(T now, T before) {
  return now > before ? now - before : T{};
}

void add(Spent& to, const Spent& from) {
  to.cpu_ms += from.cpu_ms;
  to.read_bytes += from.read_bytes;
  to.written_bytes += from.written_bytes;
}

using Key = std::pair<int, std::uint64_t>;
Key key_of(const SeenProcess& process) { return {process.pid, process.started}; }

}  // namespace

Footprint footprint(const SeenTree& before, const SeenTree& now) {
  std::map<Key, const SeenProcess*> gone;  // … of what was there before
  for (const SeenProcess& process : before) gone.emplace(key_of(process), &process);
  Footprint found;
  Spent already;
  std::set<int> others;  // of earlier commands: there before, and what they have started
  for (const SeenProcess& process : now) {
    const bool known = gone.erase(key_of(process)) > 0;
    if (others.contains(process.parent) || (known && !process.of_shell)) {
      others.insert(process.pid);
      continue;
    }
    add(found.spent, process.spent);
    found.listening.insert(found.listening.end(), process.listening.begin(), process.listening.end());
    found.folder_gone |= process.folder_gone;
    if (process.of_shell) continue;
    found.peak_memory = std::max(found.peak_memory, process.peak_memory);
    if (!process.foreground) found.in_background.push_back({process.pid, process.name});
  }
  // A process that has gone was waited for, so the others now include what it had used before.
  for (const SeenProcess& process : before) {
    if (process.of_shell || gone.contains(key_of(process))) add(already, process.spent);
  }
  found.spent = {more(found.spent.cpu_ms, already.cpu_ms), more(found.spent.read_bytes, already.read_bytes),
                 more(found.spent.written_bytes, already.written_bytes)};
  std::sort(found.listening.begin(), found.listening.end());
  found.listening.erase(std::unique(found.listening.begin(), found.listening.end()), found.listening.end());
  return found;
}

}  // namespace termhost::terminal
