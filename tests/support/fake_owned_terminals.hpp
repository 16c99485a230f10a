// The three ports of the system without an operating system: it remembers each request, and answers as the test says.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "host/ports/ports.hpp"

namespace termhost::testing {

class FakeOwnedTerminals final : public host::OwnedTerminals, public host::ShellFiles, public host::Processes {
 public:
  [[nodiscard]] host::SystemPorts ports() { return {this, this, this}; }

  static constexpr const char* nonce = "n0nce";

  [[nodiscard]] base::Expected<host::OpenedTerminal, host::OpenError> open(const base::TerminalId& id,
                                                                           const host::OwnedShell& shell) override {
    if (refuse) return base::unexpected(*refuse);
    opened.emplace_back(id, shell);
    if (shell.pipes_command) return host::OpenedTerminal{.pid = 1, .nonce = "", .envelope_path = "", .start_mark = ""};
    return host::OpenedTerminal{
        .pid = 1, .nonce = nonce, .envelope_path = "/private/" + id.str(), .start_mark = start_mark};
  }
  [[nodiscard]] std::optional<shell::ShellState> read_shell_state(const std::string& path) override {
    const auto found = shell_states.find(path);
    return found == shell_states.end() ? std::nullopt : std::optional(found->second);
  }
  [[nodiscard]] base::Expected<host::ShellLaunch, host::OpenError> launch_for_editor(const std::string& shell_path,
                                                                                     host::EditorShell) override {
    return host::ShellLaunch{.argv = {shell_path, "-i"},
                             .env = {{"TERMHOST", "1"}, {"ZDOTDIR", "/private/zsh"}},
                             .nonce = nonce,
                             .start_mark = "",
                             .envelope_path = ""};
  }
  void write(const base::TerminalId& id, std::string_view bytes) override { written[id] += bytes; }
  [[nodiscard]] base::Expected<std::string, std::string> command_file_for_editor() override {
    return "/private/editor-" + std::to_string(++editor_envelopes);
  }
  [[nodiscard]] base::Expected<void, std::string> write_command_file(const std::string& path,
                                                                     std::string_view content) override {
    envelopes[path] = content;
    return {};
  }
  void remove_private_file(const std::string& path) override { envelopes.erase(path); }
  void tell_phase(const base::TerminalId& id, host::ShellPhase phase) override {
    auto& told = phases[id];
    if (told.empty() || told.back() != phase) told.push_back(phase);
  }
  void stop(const base::TerminalId& id, host::StopStep step) override { stops.emplace_back(id, step); }
  void stop_tree_below(int, host::StopStep step) override { tree_stops.push_back(step); }
  [[nodiscard]] std::optional<host::ShellView> look_at_shell(int) override { return view; }
  [[nodiscard]] std::optional<terminal::InputReader> input_reader(int) override {
    if (on_look) on_look();
    return reader;
  }
  [[nodiscard]] std::optional<host::InputSide> input_side(const base::TerminalId&) override { return side; }
  [[nodiscard]] std::optional<bool> stands_in(int, const std::string& directory) override {
    if (elsewhere.contains(directory)) return false;
    return std::nullopt;
  }
  void keep(const base::TerminalId& id, const std::string& state, int, bool outlives_us) override {
    kept[id] = state;
    stays[id] = outlives_us;
  }
  void keep_also(const base::TerminalId& id, const std::string& state) override { kept[id] = state; }
  void keep_no_more(const base::TerminalId& id) override { kept.erase(id); }
  void drop_unread_input(const base::TerminalId& id) override { ++dropped[id]; }
  [[nodiscard]] terminal::SeenTree process_tree(const base::TerminalId&, int, bool) override { return tree; }
  [[nodiscard]] base::Expected<std::string, host::OpenError> find_shell(const std::string& shell,
                                                                        host::ShellNamedBy) override {
    if (!missing_shells.contains(shell)) return shell;
    return base::unexpected(host::OpenError{host::OpenErrorCode::ShellNotFound, "there is no shell '" + shell + "'"});
  }
  [[nodiscard]] std::vector<host::Holder> holders(const base::TerminalId&) override { return held; }
  [[nodiscard]] bool foreground_is_shell(const base::TerminalId&) override { return shell_has_terminal; }
  void close(const base::TerminalId& id) override { closed.push_back(id); }

  [[nodiscard]] sandbox::Enforcement enforcement(const sandbox::Sandbox&) override { return means; }

  [[nodiscard]] sandbox::Changes take_changes(const base::TerminalId&) override {
    return std::exchange(changes, sandbox::Changes());
  }

  [[nodiscard]] bool is_outdated(const base::TerminalId& id, const sandbox::Sandbox&) override {
    return outdated.contains(id);
  }

  std::set<base::TerminalId> outdated;
  sandbox::Changes changes;
  std::map<std::string, shell::ShellState> shell_states{};  ///< by the paths of their files
  sandbox::Enforcement means{.by = {"a kernel"}, .gaps = {}, .problem = {}};
  std::optional<host::OpenError> refuse;
  std::string start_mark;  ///< of shells without a hook
  std::vector<std::pair<base::TerminalId, host::OwnedShell>> opened;
  std::map<base::TerminalId, std::string> kept;  ///< the state of a command that outlives termhost
  std::map<base::TerminalId, bool> stays;
  std::map<base::TerminalId, std::string> written;
  std::map<std::string, std::string> envelopes;
  int editor_envelopes = 0;
  std::vector<std::pair<base::TerminalId, host::StopStep>> stops;
  std::map<base::TerminalId, std::vector<host::ShellPhase>> phases;  ///< as they followed one another
  std::vector<host::StopStep> tree_stops;                            ///< below shells of the editor's
  std::vector<base::TerminalId> closed;
  std::vector<host::Holder> held;
  bool shell_has_terminal = true;               ///< what the kernel says of the foreground of every terminal
  std::optional<host::ShellView> view;          ///< what the kernel says of every shell
  std::optional<terminal::InputReader> reader;  ///< … and of who waits for input in them
  std::function<void()> on_look;                ///< at that: the look costs something
  terminal::SeenTree tree;                      ///< … and of what runs in them
  std::set<std::string> missing_shells;
  host::InputSide side{.reads_keys = true, .shell_has_it = false};  ///< what the kernel says of every terminal
  std::set<std::string> elsewhere;                                  ///< directories in which no shell is
  std::map<base::TerminalId, int> dropped;                          ///< how often unread input was dropped
};

}  // namespace termhost::testing
