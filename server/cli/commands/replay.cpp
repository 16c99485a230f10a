// termhost replay: plays a session that `serve --record` wrote, or a transcript written by hand, and prints what
// differs.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "host/editor/replayed_session.hpp"
#include "io/storage/file_artifact_store.hpp"
#include "rpc/transcript/transcript_player.hpp"

namespace termhost::cli {
namespace {

constexpr int cannot_replay = 2;

/// A folder of its own for the artifacts of one replay; gone afterwards.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_((std::filesystem::temp_directory_path() / "termhost-replay-XXXXXX").string()) {
    if (::mkdtemp(path_.data()) == nullptr) path_.clear();
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// A value that two runs of the same session can't have in common matches anything.
void forget_what_varies(rpc::Json& value) {
  if (!value.is_structured()) return;
  if (value.is_object() && value.contains("durationMs")) value["durationMs"] = "$_";
  for (rpc::Json& element : value) forget_what_varies(element);
}

int replay(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  if (!file) {
    fmt::print(stderr, "termhost replay: '{}' can't be read\n", path);
    return cannot_replay;
  }
  auto steps = rpc::parse_transcript(text.str());
  if (!steps) {
    fmt::print(stderr, "termhost replay: {}: {}\n", path, steps.error());
    return cannot_replay;
  }
  for (rpc::TranscriptStep& step : *steps) {
    if (auto* sends = std::get_if<rpc::ServerSends>(&step.what)) forget_what_varies(sends->message);
  }
  const TemporaryFolder folder;
  io::FileArtifactStore store(folder.path());
  host::ReplayedSession session(*steps, &store, &store);
  const auto differences = rpc::play(*steps, session);
  for (const std::string& difference : differences) fmt::print("{}: {}\n", path, difference);
  return differences.empty() ? 0 : 1;
}

}  // namespace

void add_replay(CLI::App& app, int& exit_status) {
  CLI::App* command =
      app.add_subcommand("replay", "Replay a recorded session (serve --record) and print the differences");
  auto path = std::make_shared<std::string>();
  command->add_option("file", *path, "The recording")->required();
  command->callback([path, &exit_status] { exit_status = replay(*path); });
}

}  // namespace termhost::cli
