// A session as bytes: each is something that an agent, an editor or the operating system does to the host. Whatever
// they do, a call is answered exactly once and its command reaches a shell once at most. No JSON and small screens, so
// that thousands of sessions run in a second; tests/fuzz/host/transcript.cpp is the way through the wire.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "unit/host/world.hpp"

namespace {

using namespace termhost;
using testing::World;

constexpr std::size_t longest_session = 100, most_calls = 8;

host::Settings small_screens() {
  host::Settings settings = testing::everything_allowed();
  settings.owned_columns = 20;
  settings.owned_rows = 3;
  settings.max_terminals = 2;
  return settings;
}

class Session {
 public:
  explicit Session(bool with_shim) : world_(small_screens(), with_shim) {}

  void step(unsigned char byte) {
    constexpr std::array<void (Session::*)(unsigned), 10> acts{
        &Session::call, &Session::cancel, &Session::promise, &Session::start, &Session::write,
        &Session::end,  &Session::shell,  &Session::exit,    &Session::close, &Session::pass};
    (this->*acts[byte % acts.size()])(byte / static_cast<unsigned>(acts.size()));
  }

  void finish() {
    world_.host.shut_down();
    world_.clock.advance(std::chrono::minutes(10));
    for (std::size_t i = 0; i < made_; ++i)
      if (answers_[i].count != 1) std::abort();
    for (std::size_t i = 0; i < made_; ++i)
      if (submissions_of(fmt::format("make {}.", i)) > 1) std::abort();
  }

 private:
  void call(unsigned how) {
    if (made_ == most_calls) return;
    host::ExecuteRequest request;
    request.background = how % 5 == 1;
    request.pipes = how % 5 == 2;
    if (how % 5 == 3) request.timeout = base::Millis(1000);
    if (how % 5 == 4) request.limit = base::Millis(1000);
    if (how % 7 == 6) request.cwd = "/elsewhere";
    ids_[made_] = world_.run(fmt::format("make {}.", made_), answers_[made_], std::move(request));
    ++made_;
  }
  void cancel(unsigned which) {
    if (made_ > 0) world_.host.cancel(ids_[which % made_]);
  }
  void promise(unsigned how) {
    auto& all = world_.shim.submissions;
    if (all.empty() || !all.back().answer) return;
    auto answer = std::exchange(all.back().answer, nullptr);
    if (how % 4 == 3) return answer(base::unexpected(std::string("no")));
    answer(how % 2 == 0 ? name(how) : "");
  }
  void start(unsigned which) {
    const auto& all = world_.shim.submissions;
    if (which % 3 == 2)
      (void)world_.host.integration_changed(editors(which), terminal::Integration::Rich, "/project", "bash");
    world_.host.execution_started(editors(which), name(which), which % 2 == 0 || all.empty() ? "" : all.back().text,
                                  "");
  }
  void write(unsigned which) {
    world_.host.execution_wrote(name(which), which % 2 == 0 ? "text\r\n" : "\x1b]633;C\x07");
  }
  void end(unsigned which) {
    world_.host.execution_ended(name(which), which % 3 == 0 ? std::optional<int>() : 3, which % 2 == 0);
  }
  void shell(unsigned how) {
    static const std::array<std::string, 6> words{World::mark("A") + "$ " + World::mark("B"),
                                                  World::mark("C"),
                                                  "text\r\n",
                                                  World::mark("D;3"),
                                                  World::mark("D;"),
                                                  "\x1b]633;D;0\x07"};
    if (how >= 24) return void(world_.owned.shell_has_terminal = !world_.owned.shell_has_terminal);
    if (const auto id = owned(how / 6)) world_.owned_says(*id, words[how % 6]);
  }
  void exit(unsigned how) {
    const auto id = owned(how);
    if (!id || std::find(exited_.begin(), exited_.end(), *id) != exited_.end()) return;
    exited_.push_back(*id);
    world_.host.owned_exited(*id, {.code = how % 2 == 0 ? std::optional<int>(1) : std::nullopt, .signal = {}}, {},
                             world_.clock.now());
  }
  void close(unsigned which) {
    world_.host.terminal_closed(editors(which), {}, which % 2 == 0 ? "extension" : "process");
  }
  void pass(unsigned how) { world_.clock.advance(base::Millis(how % 4 == 3 ? 20'000 : 100 * how)); }

  static std::string name(unsigned which) { return fmt::format("x{}", which % 4); }
  static base::TerminalId editors(unsigned which) { return base::TerminalId(fmt::format("t{}", 1 + which % 3)); }
  [[nodiscard]] std::optional<base::TerminalId> owned(unsigned which) const {
    const auto& all = world_.owned.opened;
    return all.empty() ? std::optional<base::TerminalId>() : all[which % all.size()].first;
  }
  [[nodiscard]] int submissions_of(std::string_view command) const {
    int count = 0;
    const auto look = [&](std::string_view text) {
      for (std::size_t at = 0; (at = text.find(command, at)) != text.npos; ++at) ++count;
    };
    for (const auto& submission : world_.shim.submissions) look(submission.text);
    for (const auto& [id, text] : world_.owned.written) look(text);
    for (const auto& [id, shell] : world_.owned.opened) look(shell.pipes_command.value_or(""));
    return count;
  }

  std::array<World::Answer, most_calls> answers_;
  std::array<host::CallId, most_calls> ids_{};
  std::size_t made_ = 0;
  std::vector<base::TerminalId> exited_;
  World world_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  if (size == 0 || size > longest_session) return -1;
  Session session(data[0] % 2 == 0);
  for (std::size_t i = 1; i < size; ++i) session.step(data[i]);
  session.finish();
  return 0;
}
