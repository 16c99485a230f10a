// What a real VS Code said, replayed as the editor: each command of the recordings gets its right answer. The golden
// file beside each recording was read and judged line by line; TERMHOST_UPDATE=1 writes it anew.
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include "world.hpp"

using namespace termhost;
using nlohmann::json;
using testing::World;

namespace {

const std::string folder = TERMHOST_FIXTURES "/vscode/";

std::string text_or(const json& row, const char* key) {
  return row.at(key).is_string() ? row.at(key).get<std::string>() : std::string();
}

std::optional<int> code_of(const json& row) {
  return row.at("exitCode").is_number() ? std::optional(row.at("exitCode").get<int>()) : std::nullopt;
}

/// Plays one recording: the recorded editor's answers and events, each on the terminal that the host chose for the
/// command.
class Replay {
 public:
  explicit Replay(std::string shell) : shell_(std::move(shell)) {
    std::ifstream file(folder + shell_ + ".jsonl");
    double last = 0;
    for (std::string line; std::getline(file, line);) {
      const json row = json::parse(line);
      const double t = row.at("t_ms").get<double>();
      world_.clock.advance(base::Millis(static_cast<std::int64_t>(t) - static_cast<std::int64_t>(last)));
      last = t;
      play(row);
    }
    world_.clock.advance(std::chrono::minutes(10));
  }

  [[nodiscard]] std::string report() const {
    std::ostringstream out;
    for (const auto& [step, answer] : answers_) {
      out << step << ": ";
      if (answer->count != 1) {
        out << answer->count << " answers\n";
        continue;
      }
      const tool::CommandResult& r = *answer->result;
      out << to_string(r.status) << ", code "
          << (r.completion.exit_code ? std::to_string(*r.completion.exit_code) : "none") << ", "
          << to_string(r.completion.evidence) << ", " << to_string(r.completion.certainty)
          << (r.output_unknown ? ", output unknown" : "") << (r.output_start_missing ? ", start missing" : "")
          << (r.completion.drained ? "" : ", end missing") << ", " << r.output.total_lines
          << " lines: " << json(r.output.text.substr(0, 60)).dump() << "\n";
    }
    return out.str();
  }

 private:
  using Play = void (Replay::*)(const json& row);

  void play(const json& row) {
    static const std::map<std::string, Play> rows{
        {"call_executeCommand", &Replay::call},
        {"returned_execution", &Replay::promise},
        {"exec_start", &Replay::start},
        {"chunk", &Replay::chunk},
        {"exec_end", &Replay::end},
        {"terminal_close", &Replay::close},
        {"shell_integration", &Replay::moved},
    };
    const auto known = rows.find(row.at("event").get<std::string>());
    if (known != rows.end()) (this->*known->second)(row);
  }

  void call(const json& row) {
    auto answer = std::make_shared<World::Answer>();
    answers_.emplace_back(row.at("step").get<std::string>(), answer);
    const std::size_t submitted = world_.shim.submissions.size();
    world_.run(row.at("commandLine").get<std::string>(), *answer, {.cwd = directory(row)});
    if (world_.shim.submissions.size() == submitted && world_.shim.creations.size() > opened_) {
      opened_ = world_.shim.creations.size();
      const base::TerminalId id(fmt::format("t{}", opened_));
      world_.host.terminal_resized(id, shell_ == "bash-ignoreboth" ? 91 : 105, 30);
      world_.host.integration_changed(id, terminal::Integration::Rich, "", shell_.substr(0, shell_.find('-')));
      world_.host.integration_changed(id, terminal::Integration::Rich, "/tmp/ws-demo", "");
    }
    // After an `exit` of fish the host waits for a moment, which the recording did not.
    for (int i = 0; i < 6 && world_.shim.submissions.size() == submitted; ++i) world_.clock.advance(base::Millis(100));
    if (world_.shim.submissions.size() > submitted)
      terminals_[text_or(row, "terminal")] = world_.shim.submissions.back().terminal;
  }

  void promise(const json& row) {
    if (!world_.shim.submissions.empty() && world_.shim.submissions.back().answer) {
      std::exchange(world_.shim.submissions.back().answer, nullptr)(name(row));
    }
  }
  void start(const json& row) {
    world_.host.execution_started(terminal(row), name(row), text_or(row, "commandLine"), text_or(row, "cwd"));
  }
  void chunk(const json& row) {
    if (row.at("exec").is_number()) world_.host.execution_wrote(name(row), text_or(row, "chunk"));
  }
  void end(const json& row) { world_.host.execution_ended(name(row), code_of(row), true); }
  void close(const json& row) {
    if (!terminals_.contains(text_or(row, "terminal"))) return;
    const bool by_itself = text_or(row, "note") == "reason=2";  // TerminalExitReason.Process
    world_.host.terminal_closed(terminal(row), code_of(row), by_itself ? "process" : "extension");
    terminals_.erase(text_or(row, "terminal"));
  }
  void moved(const json& row) {
    if (row.at("cwd").is_string()) directories_[text_or(row, "terminal")] = text_or(row, "cwd");
    if (terminals_.contains(text_or(row, "terminal"))) {
      world_.host.integration_changed(terminal(row), terminal::Integration::Rich, text_or(row, "cwd"), "");
    }
  }

  std::string directory(const json& row) {
    const auto known = directories_.find(text_or(row, "terminal"));
    return known == directories_.end() ? "/tmp/ws-demo" : known->second;
  }
  base::TerminalId terminal(const json& row) {
    const auto known = terminals_.find(text_or(row, "terminal"));
    return known == terminals_.end() ? base::TerminalId("person-" + text_or(row, "terminal")) : known->second;
  }
  static std::string name(const json& row) { return "x" + std::to_string(row.at("exec").get<int>()); }

  std::string shell_;
  World world_;
  std::map<std::string, base::TerminalId> terminals_;
  std::map<std::string, std::string> directories_;
  std::size_t opened_ = 0;
  std::vector<std::pair<std::string, std::shared_ptr<World::Answer>>> answers_;
};

std::string file_text(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("the recordings of a real VS Code give the right result for every command in them") {
  for (const std::string shell : {"bash", "bash-ignoreboth", "zsh", "fish", "sh"}) {
    CAPTURE(shell);
    const std::string report = Replay(shell).report();
    if (std::getenv("TERMHOST_UPDATE") != nullptr) std::ofstream(folder + shell + ".expected") << report;
    CHECK(report == file_text(folder + shell + ".expected"));
  }
}
