// A real terminal under test: opens it, types, waits for what comes, and tells what the shell reported.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <asio/io_context.hpp>

#include "host/ports/ports.hpp"
#include "io/terminals/posix_processes.hpp"
#include "io/terminals/posix_shell_files.hpp"
#include "io/terminals/posix_terminals.hpp"
#include "terminal/shells/shell_stream.hpp"

namespace termhost::test {

/// One round from submission to the next prompt, as a reader of the stream sees it.
struct Round {
  std::string marks;    ///< letters in order, from the submission to the next B or the end of the shell
  std::string output;   ///< between the first C and the first D after it
  std::string outside;  ///< between submission and C, or the D without C: echo and errors of the line editor
  std::string code;     ///< of the first D; "" where it said nothing, "-" where there was no D
  std::string line;     ///< what E said, undecoded
};

/// The nonces that prove a shell's marks.
struct Nonces {
  std::string current;
  std::string of_prompt;  ///< the one before, which a prompt may still carry
};

struct Exit {
  host::ExitStatus status;
  std::vector<host::Holder> holders;
};

/// A folder that is removed at the end; the HOME of a session.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }
  void write(const std::string& name, std::string_view content) const;

 private:
  std::string path_;
};

/// `output` without escape sequences and carriage returns.
[[nodiscard]] std::string printed(std::string_view output);

class OwnedSession : public host::OwnedTerminalEvents {
 public:
  OwnedSession();

  /// `shell` with HOME at `home()`, so that the files written there are the person's.
  [[nodiscard]] host::OpenedTerminal open(const std::string& shell, host::OwnedShell how = {});
  [[nodiscard]] base::Expected<host::OpenedTerminal, host::OpenError> try_open(host::OwnedShell how);

  [[nodiscard]] const Folder& home() const { return home_; }
  [[nodiscard]] io::PosixTerminals& terminals() { return *terminals_; }
  [[nodiscard]] io::PosixShellFiles& shell_files() { return *shell_files_; }
  [[nodiscard]] io::PosixProcesses processes() const { return io::PosixProcesses(*terminals_); }
  [[nodiscard]] const base::TerminalId& id() const { return id_; }

  /// Runs the loop until `done`; a hang fails the test.
  void until(const std::function<bool()>& done, std::string_view what);
  void until_prompt();
  [[nodiscard]] Exit until_exit();
  /// Waits until `text` has come since the last submission.
  void until_output(std::string_view text);

  void type(std::string_view bytes);
  /// Types `bytes` and waits for the next prompt.
  [[nodiscard]] Round submit(std::string_view bytes);
  /// A command the way this shell needs it: typed, or as an envelope where C has no hook.
  [[nodiscard]] Round run(const std::string& command);
  /// What was reported since the last submission.
  [[nodiscard]] Round round() const;
  [[nodiscard]] const std::string& envelope_path() const { return opened_.envelope_path; }
  /// The nonce that the shell's next end will carry.
  [[nodiscard]] std::string nonce() const { return nonces().current; }

  std::string stdout_bytes, stderr_bytes;  ///< everything that came
  std::optional<Exit> exited;
  int exits = 0;
  std::vector<host::StartObstacle> obstacles;

  void drop_terminals() {
    shell_files_.reset();
    terminals_.reset();
  }

 private:
  [[nodiscard]] Nonces nonces() const;
  void tell_phase(std::string_view bytes);
  void owned_wrote(const base::TerminalId& terminal, host::Stream stream, std::string_view bytes,
                   base::Instant now) override;
  void owned_obstructed(const base::TerminalId& terminal, const host::StartObstacle& obstacle,
                        base::Instant now) override;
  void owned_exited(const base::TerminalId& terminal, host::ExitStatus status, std::vector<host::Holder> holders,
                    base::Instant now) override;

  asio::io_context context_{1};
  Folder home_;
  base::TerminalId id_{"1"};
  host::OpenedTerminal opened_;
  std::optional<terminal::ShellStream> marks_;  // as the host reads them
  std::size_t submitted_at_ = 0;
  Nonces nonces_;  // of the shell when that was
  std::unique_ptr<io::PosixTerminals> terminals_;
  std::unique_ptr<io::PosixShellFiles> shell_files_;
};

}  // namespace termhost::test
