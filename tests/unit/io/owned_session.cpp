#include "unit/io/owned_session.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <stdlib.h>

#include <catch2/catch_test_macros.hpp>

namespace termhost::test {
namespace {

/// Only there to end a test that hangs; nothing is measured by it.
constexpr std::chrono::seconds patience{20};

struct Item {
  char mark = 0;  ///< 0: data
  std::string text;
};

/// Whether the shell proves this mark (terminal/shells/boundary_arbiter): a prompt's mark may carry the nonce before.
bool is_proven(std::string_view mark, std::string_view nonce, const Nonces& nonces) {
  const bool of_prompt = mark[0] != 'D' && mark[0] != 'P';
  return nonce == nonces.current || (of_prompt && nonce == nonces.of_prompt);
}

/// Cuts a stream at the marks that a shell proves.
std::vector<Item> items_of(std::string_view stream, Nonces& nonces) {
  constexpr std::string_view begin = "\x1b]633;";
  std::vector<Item> items;
  std::string data;
  while (!stream.empty()) {
    const std::size_t at = stream.find(begin);
    const std::size_t end = at == std::string_view::npos ? at : stream.find('\a', at);
    if (end == std::string_view::npos) break;
    const std::string_view payload = stream.substr(at + begin.size(), end - at - begin.size());
    const std::size_t last = payload.rfind(';');
    data += stream.substr(0, at);
    if (last != std::string_view::npos && last > 0 && is_proven(payload, payload.substr(last + 1), nonces)) {
      if (!data.empty()) items.push_back({0, std::exchange(data, {})});
      const std::string_view body = payload.substr(0, last);
      if (body[0] == 'C') nonces.of_prompt.clear();
      if (body.starts_with("P;Nonce=")) {
        nonces.of_prompt = std::exchange(nonces.current, std::string(body.substr(8)));
        stream.remove_prefix(end + 1);
        continue;
      }
      items.push_back({body[0], std::string(body.substr(std::min<std::size_t>(2, body.size())))});
    } else {
      data += stream.substr(at, end + 1 - at);
    }
    stream.remove_prefix(end + 1);
  }
  data += stream;
  if (!data.empty()) items.push_back({0, data});
  return items;
}

/// A line editor may draw its prompt again meanwhile.
bool is_over(std::string_view marks) {
  const std::size_t end = marks.find('D');
  return end != std::string_view::npos && marks.find('B', end) != std::string_view::npos;
}

}  // namespace

std::string printed(std::string_view output) {
  std::string text;
  for (std::size_t at = 0; at < output.size(); ++at) {
    if (output[at] == '\r') continue;
    if (output[at] != '\x1b') {
      text += output[at];
      continue;
    }
    const char kind = at + 1 < output.size() ? output[++at] : '\0';
    if (kind == ']') at = output.find('\a', at);
    if (kind == '[') at = output.find_first_of("@ABCDEFGHJKLMPXhlmnpqrstu~", at + 1);
    if (kind == '(') ++at;
    if (at == std::string_view::npos) break;
  }
  return text;
}

Folder::Folder() {
  std::string path = (std::filesystem::temp_directory_path() / "termhost-test-XXXXXX").string();
  if (::mkdtemp(path.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = path;
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void Folder::write(const std::string& name, std::string_view content) const {
  const std::filesystem::path file = std::filesystem::path(path_) / name;
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file) << content;
}

OwnedSession::OwnedSession()
    : terminals_(std::make_unique<io::PosixTerminals>(context_, *this, TERMHOST_BINARY)),
      shell_files_(std::make_unique<io::PosixShellFiles>(*terminals_, TERMHOST_BINARY)) {
  // With this folder there fish does not begin its life by reading every manual page.
  home_.write(".local/share/fish/generated_completions/.keep", "");
}

base::Expected<host::OpenedTerminal, host::OpenError> OwnedSession::try_open(host::OwnedShell how) {
  if (how.cwd.empty()) how.cwd = home_.path();
  how.env.try_emplace("HOME", home_.path());
  auto opened = terminals_->open(id_, how);
  if (!opened) return opened;
  opened_ = *opened;
  nonces_ = {opened->nonce, {}};
  marks_.reset();
  if (!opened->nonce.empty()) marks_.emplace(terminal::BoundaryArbiter::owned(opened->nonce));
  submitted_at_ = stdout_bytes.size();
  return opened;
}

host::OpenedTerminal OwnedSession::open(const std::string& shell, host::OwnedShell how) {
  how.path = shell;
  how.kind = shell::shell_kind_of(shell);
  const auto opened = try_open(std::move(how));
  if (!opened) throw std::runtime_error(opened.error().context);
  return *opened;
}

void OwnedSession::until(const std::function<bool()>& done, std::string_view what) {
  const auto limit = std::chrono::steady_clock::now() + patience;
  while (!done()) {
    if (std::chrono::steady_clock::now() > limit)
      throw std::runtime_error("waited in vain for " + std::string(what) +
                               "; so far: " + stdout_bytes.substr(submitted_at_));
    context_.restart();
    context_.run_one_for(std::chrono::milliseconds(100));
  }
}

void OwnedSession::until_prompt() {
  until([&] { return exited || round().marks.ends_with('B'); }, "a prompt");
}

Exit OwnedSession::until_exit() {
  until([&] { return exited.has_value(); }, "the end");
  return *exited;
}

void OwnedSession::until_output(std::string_view text) {
  until([&] { return stdout_bytes.find(text, submitted_at_) != std::string::npos; }, text);
}

void OwnedSession::type(std::string_view bytes) {
  nonces_ = nonces();
  submitted_at_ = stdout_bytes.size();
  terminals_->write(id_, bytes);
}

Round OwnedSession::submit(std::string_view bytes) {
  type(bytes);
  until([&] { return exited || is_over(round().marks); }, "the end of a command and a prompt");
  return round();
}

Round OwnedSession::run(const std::string& command) {
  if (opened_.start_mark.empty()) return submit(command + "\r");
  const auto written = shell_files_->write_command_file(
      opened_.envelope_path, "{ __termhost_started \"$?\"; } 2>/dev/null\n" + command + "\n");
  if (!written) throw std::runtime_error(written.error());
  return submit(". " + opened_.envelope_path + "; { __termhost_ended \"$?\"; } 3>&2 2>/dev/null\r");
}

Round OwnedSession::round() const {
  Round round;
  round.code = "-";
  enum { Before, Running, After } phase = Before;
  Nonces nonces = nonces_;
  for (const Item& item : items_of(std::string_view(stdout_bytes).substr(submitted_at_), nonces)) {
    if (item.mark != 0) round.marks += item.mark;
    if (item.mark == 'E') round.line = item.text;
    if (item.mark == 'C' && phase == Before) phase = Running;
    if (item.mark == 'D' && phase != After) {
      round.code = item.text;
      phase = After;
    }
    if (item.mark == 0 && phase == Running) round.output += item.text;
    if (item.mark == 0 && phase == Before) round.outside += item.text;
  }
  return round;
}

Nonces OwnedSession::nonces() const {
  Nonces nonces = nonces_;
  (void)items_of(std::string_view(stdout_bytes).substr(submitted_at_), nonces);
  return nonces;
}

void OwnedSession::owned_wrote(const base::TerminalId&, host::Stream stream, std::string_view bytes, base::Instant) {
  (stream == host::Stream::Stdout ? stdout_bytes : stderr_bytes) += bytes;
  if (marks_) tell_phase(bytes);
}

void OwnedSession::tell_phase(std::string_view bytes) {
  using terminal::ShellEventKind;
  while (const auto event = marks_->next(bytes)) {
    if (event->kind == ShellEventKind::Started) terminals_->tell_phase(id_, host::ShellPhase::RunsCommand);
    if (event->kind == ShellEventKind::Ended || event->kind == ShellEventKind::PromptStart)
      terminals_->tell_phase(id_, host::ShellPhase::Idle);
  }
}

void OwnedSession::owned_obstructed(const base::TerminalId&, const host::StartObstacle& obstacle, base::Instant) {
  obstacles.push_back(obstacle);
}

void OwnedSession::owned_exited(const base::TerminalId&, host::ExitStatus status, std::vector<host::Holder> holders,
                                base::Instant) {
  exited = Exit{status, std::move(holders)};
  ++exits;
}

}  // namespace termhost::test
