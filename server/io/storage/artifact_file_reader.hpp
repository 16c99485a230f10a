// Reads one artifact file, of this process or another, finished or still being written.
#pragma once

#include <memory>
#include <string>

#include "io/storage/artifact_view.hpp"
#include "io/storage/storage_folder.hpp"
#include "tool/reading/artifact_source.hpp"

namespace termhost::io {

class ArtifactFileReader final : public tool::ArtifactReader {
 public:
  template <class T>
  using Result = base::Expected<T, terminal::StoreError>;

  /// `name` in `folder`; never follows a link, never opens anything but a plain file. `path` is for messages.
  [[nodiscard]] static Result<std::unique_ptr<ArtifactReader>> open(const FileDescriptor& folder,
                                                                    const std::string& name, std::string path);
  /// Any plain file that a person names.
  [[nodiscard]] static Result<std::unique_ptr<ArtifactReader>> open_path(const std::string& path);

  [[nodiscard]] std::uint64_t size() const override { return size_; }
  [[nodiscard]] std::optional<Dropped> dropped() const override;
  [[nodiscard]] Result<std::size_t> read(std::uint64_t offset, std::span<char> into) override;
  [[nodiscard]] text::Position known_before(std::uint64_t offset) const override;

 private:
  ArtifactFileReader(FileDescriptor file, ArtifactIndex index, std::string path)
      : file_(std::move(file)), index_(std::move(index)), path_(std::move(path)) {}
  Result<void> measure();

  FileDescriptor file_;
  ArtifactIndex index_;
  ArtifactView view_;
  std::string path_;
  std::uint64_t size_ = 0;
};

}  // namespace termhost::io
