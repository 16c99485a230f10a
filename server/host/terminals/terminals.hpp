// The terminals: those we know, those that were asked for, and what each shows outside of commands. What an editor or
// the operating system says of one arrives here first.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "host/state/effect.hpp"
#include "host/state/host_context.hpp"
#include "host/terminals/terminal_driver.hpp"
#include "terminal/shells/registry.hpp"
#include "text/emulator/renderer.hpp"

namespace termhost::host {

inline constexpr std::size_t max_open_terminals = 256;

/// The terminal's shell is in this directory, by the kernel's word or else by the shell's last report.
[[nodiscard]] bool stands_in(const terminal::Terminal& terminal, const std::string& directory, Processes& processes);

class Terminals {
 public:
  explicit Terminals(const HostContext& context);

  [[nodiscard]] terminal::Terminal* find(const base::TerminalId& id) { return registry_.find(id); }
  [[nodiscard]] const terminal::Terminal* find(const base::TerminalId& id) const { return registry_.find(id); }
  [[nodiscard]] terminal::Registry& registry() { return registry_; }
  [[nodiscard]] const terminal::Registry& registry() const { return registry_; }
  [[nodiscard]] TerminalDriver& driver(const terminal::Terminal& terminal) const {
    return driver(terminal.identity().source);
  }

  /// Asked for and not there yet.
  [[nodiscard]] std::size_t being_created() const { return creating_.size(); }
  /// A terminal of the editor comes later, as an event. A terminal of ours, or one command on pipes, is there at once.
  [[nodiscard]] Effects create_mirrored(CallId call, WantedTerminal wanted);
  [[nodiscard]] Effects create_ours(CallId call, terminal::Source source, WantedTerminal wanted);
  /// One that an earlier termhost has opened; its bytes go on from `stream`.
  terminal::Terminal& take_over(terminal::Terminal terminal, terminal::ShellStream stream);
  /// For a call to come. False: it could not be started.
  [[nodiscard]] bool create_spare(WantedTerminal wanted);

  [[nodiscard]] Effects opened(const event::TerminalOpened& event);
  [[nodiscard]] Effects creation_failed(const event::CreationFailed& event);
  [[nodiscard]] Effects integration_changed(const event::IntegrationChanged& event);
  [[nodiscard]] Effects printed(const event::TerminalPrinted& event);
  [[nodiscard]] Effects resized(const event::TerminalResized& event);
  void typed_by_user(const event::PersonTyped& event);

  /// The output of the terminal between commands.
  void print_outside_commands(const terminal::Terminal& terminal, std::string_view bytes);
  [[nodiscard]] std::string take_replies(const terminal::Terminal& terminal);
  [[nodiscard]] bool pastes_in_brackets(const terminal::Terminal& terminal) const;
  /// Its command has ended. False: nobody would use it again, and it is ended too.
  [[nodiscard]] bool mark_idle(terminal::Terminal& terminal);
  /// Makes room for another. False: the editor can't close this one, or it is gone.
  bool give_up(const base::TerminalId& id);
  /// No command is given to it any more. It ends, unless something that it has left in the background still runs.
  void retire(const base::TerminalId& id);
  /// One that nobody has told of yet may be one that was asked for: it is not waited for.
  void remove(const base::TerminalId& id);
  /// True: reports about it that still come were on their way when it closed.
  [[nodiscard]] bool was_closed(const base::TerminalId& id) const;
  /// The host closes its own terminals at its end.
  void close_ours();

  /// It is between two commands: editors tell late where one has left the shell, the kernel knows it.
  void see_directory(terminal::Terminal& terminal, bool after_command) const;
  /// The kernel's view of its shell; nothing if the kernel cannot tell.
  [[nodiscard]] std::optional<ShellView> look(const terminal::Terminal& terminal) const;
  [[nodiscard]] std::optional<terminal::InputReader> input_reader(const terminal::Terminal& terminal) const;
  [[nodiscard]] terminal::SeenTree process_tree(const terminal::Terminal& terminal, bool with_ports) const;

 private:
  [[nodiscard]] bool runs_something(const terminal::Terminal& terminal) const;
  [[nodiscard]] bool awaits_input(const terminal::Terminal& terminal) const;
  /// A terminal that the editor was asked for.
  struct Creation {
    CallId call = 0;    ///< which may have ended meanwhile
    std::string shell;  ///< as it was named
  };
  struct Screen {
    text::Renderer renderer;
    std::string discarded;
  };

  [[nodiscard]] TerminalDriver& driver(terminal::Source source) const {
    return *drivers_[static_cast<std::size_t>(source)];
  }
  [[nodiscard]] Effects never_there(const std::string& request);
  void learn(terminal::Terminal& terminal, const TerminalFacts& facts);
  void resize(terminal::Terminal& terminal, int columns, int rows);
  void add_stream(terminal::Terminal& terminal);
  std::optional<Creation> take_creation(const std::string& request);
  [[nodiscard]] std::string name_of_ours(terminal::Source source, const sandbox::Sandbox& sandbox);

  const HostContext& context_;
  std::array<std::unique_ptr<TerminalDriver>, 4> drivers_;
  terminal::Registry registry_;
  std::map<std::string, Creation> creating_;             // request → for whom
  std::map<base::TerminalId, std::string> early_bytes_;  // of terminals that nobody has told of yet
  std::set<base::TerminalId> closed_early_;
  std::map<base::TerminalId, Screen> screens_;
  std::deque<base::TerminalId> closed_;  // the last ones, newest first
  std::uint64_t last_request_ = 0, last_owned_ = 0, last_trial_ = 0, last_reading_ = 0;
};

}  // namespace termhost::host
