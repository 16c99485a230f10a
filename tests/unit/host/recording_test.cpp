#include <catch2/catch_test_macros.hpp>

#include "host/ports/manual_scheduler.hpp"
#include "host/recording/recorded_events.hpp"
#include "host/recording/recorded_ports.hpp"
#include "support/fake_owned_terminals.hpp"

namespace termhost::host {
namespace {

using namespace std::chrono_literals;

TEST_CASE("A recording says which timers fell due, in which order") {
  ManualScheduler clock;
  std::vector<std::string> said;
  RecordedScheduler scheduler(clock, [&](std::string_view what, const protocol::OrderedJson& value) {
    said.push_back(std::string(what) + protocol::to_text(value));
  });
  int fired = 0;
  scheduler.after(20ms, [&] { ++fired; });
  scheduler.after(10ms, [&] { ++fired; });
  scheduler.cancel(scheduler.after(15ms, [&] { ++fired; }));
  clock.advance(30ms);
  CHECK(fired == 2);
  CHECK(said == std::vector<std::string>{"timer0", "timer2", "timer1"});
}

/// All answers of a system to the same questions, as text.
std::vector<std::string> ask(RecordedSystem& system) {
  const base::TerminalId id("t");
  std::vector<std::string> said;
  const auto say = [&]<class Answer>(const Answer& answer) {
    said.push_back(protocol::to_text(protocol::encode(record::Form<Answer>::line(answer))));
  };
  say(system.terminals.open(id, {}));
  say(system.terminals.enforcement({}));
  say(system.terminals.take_refusals(id));
  say(system.terminals.take_changes(id));
  say(system.terminals.is_outdated(id, {}));
  say(system.terminals.repair_output_modes(id));
  say(system.shell_files.find_shell("bash", ShellNamedBy::User));
  say(system.shell_files.launch_for_editor("bash", {.for_agent = true}));
  say(system.shell_files.command_file_for_editor());
  say(system.shell_files.write_command_file("/f", "x"));
  say(system.shell_files.read_shell_state("/f/state"));
  say(system.shell_files.read_shell_state("/f/begun"));
  say(system.processes.look_at_shell(1));
  say(system.processes.stands_in(1, "/w"));
  say(system.processes.input_reader(1));
  say(system.processes.process_tree(id, 1, true));
  say(system.processes.input_side(id));
  say(system.processes.foreground_is_shell(id));
  say(system.processes.holders(id));
  return said;
}

TEST_CASE("A replay gives the recorded answers, whose lines have the form of all recordings") {
  testing::FakeOwnedTerminals fake;
  fake.shell_states = {{"/f/state", {{{"A", "1"}}, "022", {"set -o pipefail"}}}};
  fake.means = {.by = {"k"}, .gaps = {"g"}, .problem = ""};
  fake.changes = {.list = {{sandbox::ChangeKind::Made, "/w/d", true, 3, {}},
                           {sandbox::ChangeKind::Changed, "/w/f", false, 0, sandbox::LineCounts{2, 1}}},
                  .more = 0,
                  .is_complete = true};
  fake.view = ShellView{.has_children = true, .cwd = "/w"};
  fake.tree = {{.pid = 2, .parent = 1, .started = 9, .name = "sh", .of_shell = true, .listening = {80}}};
  fake.held = {{7, "sleep"}};
  std::string lines;
  OsAnswers recorded(
      [&](std::string_view what, const protocol::OrderedJson& value) { lines += rpc::transcript_line(what, value); });
  RecordedSystem recording(fake.ports(), recorded);
  const std::vector<std::string> answers = ask(recording);
  CHECK(answers ==
        std::vector<std::string>{
            R"({"pid":1,"nonce":"n0nce","envelopePath":"/private/t","startMark":""})",
            R"({"by":["k"],"gaps":["g"],"problem":"","hasView":true,"whyNoView":"","hidden":[],"missing":[]})",
            "[]",
            R"({"list":[{"change":"made","path":"/w/d","folder":true,"files":3},{"change":"changed","path":"/w/f",)"
            R"("folder":false,"linesAdded":2,"linesRemoved":1}],"more":0,"isComplete":true,"caches":[]})",
            "false",
            "false",
            R"({"path":"bash"})",
            R"({"argv":["bash","-i"],"env":{"TERMHOST":"1","ZDOTDIR":"/private/zsh"},"nonce":"n0nce","startMark":"",)"
            R"("envelopePath":""})",
            R"({"path":"/private/editor-1"})",
            "{}",
            R"({"there":true,"variables":{"A":"1"},"umask":"022","options":["set -o pipefail"]})",
            R"({"there":false,"variables":{},"umask":"","options":[]})",
            R"({"there":true,"hasChildren":true,"programAwaitsInput":false,"shellAwaitsInput":false,)"
            R"("ignoresInterrupt":false,"cwd":"/w"})",
            R"({"known":false,"stands":false})",
            R"({"there":false,"process":"","isShell":false,"replaced":false,"wholeLines":true,"echoes":true,)"
            R"("keepsReturn":false,"certain":true})",
            R"([{"pid":2,"parent":1,"started":9,"name":"sh","ofShell":true,"foreground":false,"folderGone":false,)"
            R"("cpuMs":0,"readBytes":0,"writtenBytes":0,"peakMemory":0,"listening":[80]}])",
            R"({"there":true,"readsKeys":true,"shellHasIt":false,"outputUnread":false,"unread":0})",
            "true",
            R"([{"pid":7,"name":"sleep"}])",
        });
  OsAnswers replayed(rpc::parse_transcript(lines).value());
  OwnedTerminals no_terminals;
  ShellFiles no_files;
  Processes no_processes;
  RecordedSystem replay({&no_terminals, &no_files, &no_processes}, replayed);
  CHECK(ask(replay) == answers);
  const std::vector<std::string> after_the_end = ask(replay);
  CHECK(after_the_end[0] ==
        R"({"error":{"code":"spawn_failed","context":"the recording has no more of these"},"pid":null,"nonce":"",)"
        R"("envelopePath":"","startMark":""})");
  CHECK(after_the_end[8] == R"({"error":"the recording has no more of these","path":""})");
}

TEST_CASE("In a replay a timer falls due when it did, not when the clock says so") {
  ManualScheduler clock;
  std::vector<int> fired;
  clock.after(20ms, [&] { fired.push_back(1); });
  clock.after(10ms, [&] { fired.push_back(2); });
  clock.pass(30ms);
  CHECK(fired.empty());
  clock.fire(1);
  clock.fire(1);
  clock.fire(2);
  clock.fire(77);
  CHECK(fired == std::vector{1, 2});
}

}  // namespace
}  // namespace termhost::host
