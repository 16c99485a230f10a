// termhost read: read_command_output from a shell.
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "cli/commands/commands.hpp"
#include "cli/environment.hpp"
#include "cli/settings/settings_files.hpp"
#include "io/process/own_process.hpp"
#include "io/storage/artifact_file_reader.hpp"
#include "io/storage/file_artifact_store.hpp"
#include "tool/reading/read_output.hpp"

namespace termhost::cli {
namespace {

struct ReadOptions {
  tool::ReadOutputRequest request;
  std::string storage;
  std::optional<std::string> task;
};

/// A name with a task is an id; else what does not look like one is a path of the person's own.
io::FileArtifactStore::Reader open(const ReadOptions& options) {
  const std::string& name = options.request.artifact_id;
  io::FileArtifactStore store(options.storage.empty() ? io::default_storage_path() : options.storage);
  if (options.task) return store.open_artifact(base::TaskId(*options.task), name);
  return io::is_artifact_id(name) ? store.open_artifact_of_any_task(name) : io::ArtifactFileReader::open_path(name);
}

int complain(const std::string& sentence) {
  std::fprintf(stderr, "termhost read: %s\n", sentence.c_str());
  return 1;
}

/// The secrets that an agent that reads along must not see; null: the user hides nothing.
std::unique_ptr<text::Secrets> secrets_here() {
  const PersonSettings person = read_person_settings();
  std::error_code unknown;
  const std::string folder = std::filesystem::current_path(unknown).string();
  const host::Settings settings = host::confined(person.settings, confinement_of({folder}, person));
  if (!settings.hide_secrets) return nullptr;
  return std::make_unique<text::Secrets>(text::secret_values(io::whole_environment(), settings.secret_variables),
                                         settings.secret_prefixes);
}

int read(const ReadOptions& options) {
  const auto artifact = open(options);
  if (!artifact) return complain(artifact.error().context);
  const auto secrets = secrets_here();
  tool::ReadOutputRequest request = options.request;
  request.secrets = secrets.get();
  const auto reply = tool::read_output(**artifact, request);
  if (!reply) return complain(reply.error());
  const bool written = std::fwrite(reply->text.data(), 1, reply->text.size(), stdout) == reply->text.size();
  return written && std::fflush(stdout) == 0 ? 0 : complain("can't write to standard output");
}

}  // namespace

void add_read(CLI::App& app, int& exit_status) {
  CLI::App* command = app.add_subcommand("read", "Show a part of a command's output, or the lines that match");
  auto options = std::make_shared<ReadOptions>();
  tool::ReadOutputRequest& request = options->request;
  command->add_option("artifact", request.artifact_id, "Id of an output (artifact_id in a result), or path of a file")
      ->required();
  command->add_option("--storage", options->storage, "Folder for complete outputs; default: $XDG_STATE_HOME/termhost");
  command->add_option("--task", options->task, "Task (conversation) that the output belongs to; default: any");
  command->add_option("--search", request.search, "Show the lines that match this regular expression (RE2)");
  command->add_option("--context", request.context_lines, "Lines to show around each match");
  command->add_option("--offset", request.offset, "Byte to start at; negative: from the end");
  command->add_option("--limit", request.limit, "Bytes to show; default 8192");
  command->callback([options, &exit_status] { exit_status = read(*options); });
}

}  // namespace termhost::cli
