// Terminals that termhost runs itself.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <asio/io_context.hpp>

#include "host/ports/owned_terminals.hpp"
#include "host/ports/ports.hpp"
#include "io/guard/successor_posix.hpp"
#include "io/process/own_process.hpp"
#include "io/terminals/posix_terminal.hpp"
#include "io/terminals/prepared_shell.hpp"

namespace termhost::io {

class PosixTerminals final : public host::OwnedTerminals {
 public:
  /// `guard_program` is a termhost binary; tests name one, everyone else leaves it.
  PosixTerminals(asio::io_context& context, host::OwnedTerminalEvents& events,
                 std::string guard_program = own_program());
  /// Ends everything and returns when it is gone; tells nobody.
  ~PosixTerminals() override;

  [[nodiscard]] base::Expected<host::OpenedTerminal, host::OpenError> open(const base::TerminalId& terminal,
                                                                           const host::OwnedShell& shell) override;
  [[nodiscard]] sandbox::Enforcement enforcement(const sandbox::Sandbox& sandbox) override;
  void write(const base::TerminalId& terminal, std::string_view bytes) override;
  void drop_unread_input(const base::TerminalId& terminal) override;
  void resize(const base::TerminalId& terminal, int columns, int rows) override;
  void drop_rest_of_line(const base::TerminalId& terminal) override;
  void tell_phase(const base::TerminalId& terminal, host::ShellPhase phase) override;
  void stop(const base::TerminalId& terminal, host::StopStep step) override;
  [[nodiscard]] bool repair_output_modes(const base::TerminalId& terminal) override;
  [[nodiscard]] std::vector<sandbox::Refusal> take_refusals(const base::TerminalId& terminal) override;
  [[nodiscard]] sandbox::Changes take_changes(const base::TerminalId& terminal) override;
  [[nodiscard]] bool is_outdated(const base::TerminalId& terminal, const sandbox::Sandbox& sandbox) override;
  void close(const base::TerminalId& terminal) override;
  void keep(const base::TerminalId& terminal, const std::string& state, int seconds, bool outlives_us) override;
  void keep_also(const base::TerminalId& terminal, const std::string& state) override;
  void keep_no_more(const base::TerminalId& terminal) override;

  /// termhost ends. From now on close() and the destructor leave the terminals that outlive this. The first word
  /// counts.
  enum class Departure { Orderly, Sudden };
  void leave(Departure departure) {
    if (!departure_) departure_ = departure;
  }
  /// A terminal of an earlier termhost, under this name. Nothing is read before replay() and start(). False: what it
  /// has kept can't be read. `shell`: the path of its shell.
  bool adopt(const base::TerminalId& terminal, ClaimedTerminal claimed, const std::string& shell);

  /// Null: there is no such terminal.
  [[nodiscard]] PosixTerminal* find(const base::TerminalId& terminal) const;
  [[nodiscard]] const PosixTerminal* find_shell_pid(int pid) const;
  /// The terminal with the private folder at this path.
  [[nodiscard]] const PosixTerminal* find_by_folder(const std::string& path) const;

  /// Terminals of which anything is left: the shell, what it started, a descriptor, a file.
  [[nodiscard]] std::size_t open_count() const { return terminals_.size(); }

 private:
  [[nodiscard]] base::Expected<host::OpenedTerminal, host::OpenError> start(const base::TerminalId& terminal,
                                                                            SpawnRequest request, StartFiles files,
                                                                            const sandbox::Sandbox& sandbox);
  [[nodiscard]] bool stays(PosixTerminal& terminal) const;
  [[nodiscard]] KeptStream* kept(const base::TerminalId& terminal) const;
  PosixTerminal& add(const base::TerminalId& id, Spawned spawned, StartFiles files);
  asio::io_context& context_;
  host::OwnedTerminalEvents& events_;
  std::string guard_program_;
  std::optional<Departure> departure_;
  std::unordered_map<base::TerminalId, std::shared_ptr<PosixTerminal>> terminals_;
  struct Tried {
    sandbox::Sandbox sandbox;
    sandbox::Enforcement means;
    base::Instant at;
  };
  std::vector<Tried> tried_;
};

}  // namespace termhost::io
