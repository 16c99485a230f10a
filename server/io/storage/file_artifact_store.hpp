// Artifacts as files in the storage folder: made, read, and removed when their task ends, goes back, or is forgotten.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/storage/execution_ids.hpp"
#include "io/storage/storage_folder.hpp"
#include "io/storage/storage_limits.hpp"
#include "terminal/executions/artifact_store.hpp"
#include "tool/reading/artifact_source.hpp"

namespace termhost::io {

/// True for the form "cmd-<digits>.txt".
[[nodiscard]] bool is_artifact_id(std::string_view id);

class FileArtifactStore final : public terminal::ArtifactStore, public tool::ArtifactSource {
 public:
  using Reader = base::Expected<std::unique_ptr<tool::ArtifactReader>, terminal::StoreError>;

  /// `path` need not exist; nothing is touched before the first call.
  explicit FileArtifactStore(std::string path, StorageLimitValues limits = {}, NumberShare share = {});
  FileArtifactStore(const FileArtifactStore&) = delete;
  FileArtifactStore& operator=(const FileArtifactStore&) = delete;

  void set_limits(StorageLimitValues limits) { limits_.set(limits); }
  [[nodiscard]] const std::string& path() const { return folder_.path(); }

  [[nodiscard]] base::ExecutionId next_execution_id() override;
  [[nodiscard]] base::Expected<std::unique_ptr<terminal::ArtifactWriter>, terminal::StoreError> create(
      const base::TaskId& task, const base::ExecutionId& id, terminal::ArtifactKind kind) override;
  void begin_again(const base::TaskId& task, const base::ExecutionId& id) override;
  void end_task(const base::TaskId& task) override;
  void keep_only(const base::TaskId& task, const std::vector<base::ExecutionId>& kept) override;
  void remove_abandoned() override { remove_abandoned(std::chrono::system_clock::now()); }
  void remove_abandoned(std::chrono::system_clock::time_point now);

  [[nodiscard]] Reader open_artifact(const base::TaskId& task, std::string_view artifact_id) override;
  /// An artifact of any task: for a user at the command line.
  [[nodiscard]] Reader open_artifact_of_any_task(std::string_view artifact_id);

 private:
  void claim(const base::TaskId& task, const FileDescriptor& folder);
  [[nodiscard]] Reader open_in(const std::string& task_folder, std::string_view artifact_id);

  StorageFolder folder_;
  ExecutionIds ids_;
  StorageLimits limits_;
  std::map<base::TaskId, FileDescriptor> claims_;  ///< shared locks on the folders of tasks that are ours
};

}  // namespace termhost::io
