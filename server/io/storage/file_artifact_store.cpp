#include "io/storage/file_artifact_store.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "io/storage/artifact_file_reader.hpp"
#include "io/storage/artifact_writer.hpp"
#include "io/storage/os_file.hpp"

namespace termhost::io {

using terminal::StoreError;
using terminal::StoreErrorCode;

namespace {

constexpr std::chrono::hours forgotten_after{24 * 7};
constexpr std::string_view prefix = "cmd-";
constexpr std::string_view artifact_suffix = ".txt";
constexpr std::size_t longest_number = 20;

/// The digits of "cmd-<digits>.<anything>"; empty for a name that is not ours.
std::string_view number_of(std::string_view name) {
  if (!name.starts_with(prefix)) return {};
  name.remove_prefix(prefix.size());
  const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
  return digits > 0 && digits <= longest_number && name.substr(digits).starts_with('.') ? name.substr(0, digits)
                                                                                        : std::string_view{};
}

/// The agent's text, short and printable.
std::string quoted(std::string_view id) {
  constexpr std::size_t longest = 60;
  std::string text;
  for (const char c : id.substr(0, longest)) text += (c >= ' ' && c <= '~') ? c : '?';
  return fmt::format("'{}{}'", text, id.size() > longest ? "…" : "");
}

StoreError bad_id(std::string_view id) {
  return {StoreErrorCode::NotAllowed,
          fmt::format("{} is not an artifact id; use the name that the result of a command gave, such as "
                      "cmd-1706119234567.txt",
                      quoted(id))};
}

StoreError unknown_id(std::string_view id) {
  return {StoreErrorCode::NotFound,
          fmt::format("there is no artifact {} in this task: the command's output was short enough to be shown whole, "
                      "or the artifact has been removed",
                      quoted(id))};
}

void remove_files(const FileDescriptor& folder, const std::vector<base::ExecutionId>& kept) {
  for (const std::string& name : entries_of(folder)) {
    const std::string number(number_of(name));
    if (number.empty() || std::find(kept.begin(), kept.end(), base::ExecutionId(number)) != kept.end()) continue;
    remove_file(folder, name);
  }
}

/// The last change of the folder, or of something in it.
std::chrono::system_clock::time_point last_change(const FileDescriptor& folder) {
  std::int64_t latest = facts_of(folder).value_or(FileFacts{}).modified;
  for (const std::string& name : entries_of(folder))
    latest = std::max(latest, facts_of(folder, name).value_or(FileFacts{}).modified);
  return std::chrono::system_clock::from_time_t(static_cast<std::time_t>(latest / 1'000'000'000));
}

}  // namespace

bool is_artifact_id(std::string_view id) {
  const std::size_t digits = number_of(id).size();
  return digits > 0 && id.ends_with(artifact_suffix) && prefix.size() + digits + artifact_suffix.size() == id.size();
}

FileArtifactStore::FileArtifactStore(std::string path, StorageLimitValues limits, NumberShare share)
    : folder_(std::move(path)), ids_(folder_, share), limits_(folder_, limits) {}

base::ExecutionId FileArtifactStore::next_execution_id() { return base::ExecutionId(std::to_string(ids_.next())); }

base::Expected<std::unique_ptr<terminal::ArtifactWriter>, StoreError> FileArtifactStore::create(
    const base::TaskId& task, const base::ExecutionId& id, terminal::ArtifactKind kind) {
  auto folder = folder_.open_task(task, Missing::Create);
  if (!folder) return base::unexpected(folder.error());
  claim(task, *folder);
  const std::string name = terminal::artifact_id(id, kind);
  std::string path = fmt::format("{}/tasks/{}/command-output/{}", folder_.path(), task_folder_name(task), name);
  auto writer = ArtifactFileWriter::create({std::move(*folder), name, std::move(path)}, kind, limits_);
  if (!writer) return base::unexpected(writer.error());
  return std::move(*writer);
}

void FileArtifactStore::claim(const base::TaskId& task, const FileDescriptor& folder) {
  if (claims_.contains(task)) return;
  FileDescriptor claim = open_folder(folder, ".");
  if (claim && try_lock(claim, Lock::Shared)) claims_.emplace(task, std::move(claim));
}

void FileArtifactStore::begin_again(const base::TaskId& task, const base::ExecutionId& id) {
  const auto folder = folder_.open_task(task, Missing::Fail);
  if (!folder) return;
  for (const terminal::ArtifactKind kind : {terminal::ArtifactKind::Rendered, terminal::ArtifactKind::Recording})
    remove_file(*folder, terminal::artifact_id(id, kind));
}

void FileArtifactStore::end_task(const base::TaskId& task) {
  claims_.erase(task);
  const auto folder = folder_.open_task(task, Missing::Fail);
  if (!folder) return;
  remove_files(*folder, {});
  folder_.remove_if_empty(task_folder_name(task));
}

void FileArtifactStore::keep_only(const base::TaskId& task, const std::vector<base::ExecutionId>& kept) {
  if (const auto folder = folder_.open_task(task, Missing::Fail)) remove_files(*folder, kept);
}

void FileArtifactStore::remove_abandoned(std::chrono::system_clock::time_point now) {
  for (const std::string& task : folder_.tasks()) {
    const auto folder = folder_.open_task_folder(task, Missing::Fail);
    if (!folder || now - last_change(*folder) < forgotten_after) continue;
    if (!try_lock(*folder, Lock::Exclusive)) continue;  // a termhost that runs has this task
    remove_files(*folder, {});
    folder_.remove_if_empty(task);
  }
}

FileArtifactStore::Reader FileArtifactStore::open_artifact(const base::TaskId& task, std::string_view artifact_id) {
  return open_in(task_folder_name(task), artifact_id);
}

FileArtifactStore::Reader FileArtifactStore::open_artifact_of_any_task(std::string_view artifact_id) {
  for (const std::string& task : folder_.tasks()) {
    auto reader = open_in(task, artifact_id);
    if (reader || reader.error().code != StoreErrorCode::NotFound) return reader;
  }
  return base::unexpected(is_artifact_id(artifact_id) ? unknown_id(artifact_id) : bad_id(artifact_id));
}

FileArtifactStore::Reader FileArtifactStore::open_in(const std::string& task_folder, std::string_view artifact_id) {
  if (!is_artifact_id(artifact_id)) return base::unexpected(bad_id(artifact_id));
  if (task_folder.empty()) return base::unexpected(unknown_id(artifact_id));
  const auto folder = folder_.open_task_folder(task_folder, Missing::Fail);
  if (!folder && folder.error().code == StoreErrorCode::NotFound) return base::unexpected(unknown_id(artifact_id));
  if (!folder) return base::unexpected(folder.error());
  auto reader = ArtifactFileReader::open(*folder, std::string(artifact_id), std::string(artifact_id));
  if (!reader && reader.error().code == StoreErrorCode::NotFound) return base::unexpected(unknown_id(artifact_id));
  return reader;
}

}  // namespace termhost::io
