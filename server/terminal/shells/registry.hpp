// The terminals, and which of them a command gets: an idle one that fits before a new one, and no more than the pool
// holds.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "terminal/shells/terminal.hpp"

namespace termhost::terminal {

struct TerminalWish {
  std::string cwd;    ///< absolute
  std::string shell;  ///< a path: that very shell; a name: one of its kind; empty: the default one
  base::TaskId task;
  base::TerminalId last;  ///< of the task's last command: taken before any other, for what is set there
  std::map<std::string, std::string> env;  ///< exactly this
  sandbox::Sandbox sandbox;                ///< exactly this
  bool required_cwd = false;               ///< none that would have to `cd` first
  std::optional<Source> source;            ///< nothing: any
};

enum class ChoiceKind {
  Reuse,
  ReuseAfterCd,
  Create,
  Rest,  ///< a moment: one that fits will be ready, or gone
  Wait,  ///< until one is free
};

struct Choice {
  ChoiceKind kind = ChoiceKind::Create;
  base::TerminalId terminal;  ///< for both kinds of reuse
};

class Registry {
 public:
  explicit Registry(std::size_t max_terminals = 5) : max_terminals_(max_terminals) {}
  void set_max_terminals(std::size_t n) { max_terminals_ = n; }

  Terminal& add(Terminal terminal);
  [[nodiscard]] Terminal* find(const base::TerminalId& id);
  [[nodiscard]] const Terminal* find(const base::TerminalId& id) const;
  void remove(const base::TerminalId& id);
  [[nodiscard]] const std::map<base::TerminalId, Terminal>& all() const { return terminals_; }
  /// (1) idle, same task, same cwd; (2) idle, same cwd; (3) idle, any cwd, after a `cd`; (4) a new one while the pool
  /// has room, `being_created` counted; (5) wait. Never one with a line of the user's, nor one whose reports are not
  /// trusted. One that fits and rests is waited for. An idle one that the user has typed into is the user's, and does
  /// not count. Trials have a pool of their own, of the same size.
  [[nodiscard]] Choice choose(const TerminalWish& wish, std::size_t being_created) const;

  /// A terminal to give up when the pool is full: one whose reports are not trusted, else an idle one that does not
  /// fit the wish and is not being prepared for somebody.
  [[nodiscard]] std::optional<base::TerminalId> expendable(const TerminalWish& wish,
                                                           const std::set<base::TerminalId>& awaited) const;

  /// The task has ended: its terminals are free for any other.
  void release(const base::TaskId& task);

 private:
  std::map<base::TerminalId, Terminal> terminals_;
  std::size_t max_terminals_;
};

/// The same directory, however a trailing slash is written.
[[nodiscard]] bool same_directory(std::string_view a, std::string_view b);

}  // namespace termhost::terminal
