// Writes one artifact file. The lock on it says that its command runs; it goes with the process, however that ends.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "io/file_descriptor.hpp"
#include "io/storage/artifact_view.hpp"
#include "io/storage/storage_limits.hpp"
#include "terminal/executions/artifact_store.hpp"

namespace termhost::io {

/// The place of a file that is to be made.
struct NewFile {
  FileDescriptor folder;
  std::string name;
  std::string path;  ///< for messages
};

class ArtifactFileWriter final : public terminal::ArtifactWriter {
 public:
  /// `limits` is not owned and outlives the writer.
  [[nodiscard]] static base::Expected<std::unique_ptr<ArtifactFileWriter>, terminal::StoreError> create(
      NewFile place, terminal::ArtifactKind kind, StorageLimits& limits);

  [[nodiscard]] Result append(std::string text) override;
  [[nodiscard]] Result show_provisional(std::string text) override;

 private:
  ArtifactFileWriter(NewFile place, FileDescriptor file, terminal::ArtifactKind kind, StorageLimits& limits);

  Result write(std::string_view text);
  void leave_cache(std::uint64_t written_from) const;
  Result drop_provisional();
  Result drop_middle();
  Result move_tail(std::uint64_t from, std::uint64_t to);
  Result fail(terminal::StoreError error);
  void remember_line_end(std::string_view written);
  void extend_index(std::string_view text);
  bool ensure_index();
  [[nodiscard]] base::Expected<text::Position, terminal::StoreError> line_start_near(std::uint64_t offset,
                                                                                     std::uint64_t reach) const;

  NewFile place_;
  FileDescriptor file_;
  ArtifactView view_;
  ArtifactIndex index_;
  terminal::ArtifactKind kind_;
  StorageLimits& limits_;
  text::Position end_;             ///< of the output so far
  std::uint64_t file_end_ = 0;     ///< where it ends in the file
  std::uint64_t line_end_ = 0;     ///< of a recording: where its last whole event ends
  std::uint64_t provisional_ = 0;  ///< bytes behind it
  std::optional<terminal::StoreError> failure_;
};

}  // namespace termhost::io
