#include "io/storage/artifact_file_reader.hpp"

#include <cerrno>
#include <utility>

#include <fmt/format.h>

#include "io/storage/os_file.hpp"

namespace termhost::io {

using terminal::StoreError;
using terminal::StoreErrorCode;

namespace {

FileDescriptor open_index(const FileDescriptor& folder, const std::string& name) {
  FileDescriptor file = open_to_read(folder, index_name(name));
  const auto facts = file ? facts_of(file) : std::nullopt;
  return facts && facts->is_plain ? std::move(file) : FileDescriptor();
}

base::Expected<void, StoreError> check_plain(const FileDescriptor& file, const std::string& path) {
  const auto facts = facts_of(file);
  if (!facts) return base::unexpected(store_error(errno, "read", path));
  if (facts->is_plain) return {};
  return base::unexpected(
      StoreError{StoreErrorCode::NotAllowed, fmt::format("'{}' is not a plain file, so it is not read", path)});
}

}  // namespace

ArtifactFileReader::Result<std::unique_ptr<tool::ArtifactReader>> ArtifactFileReader::open(const FileDescriptor& folder,
                                                                                           const std::string& name,
                                                                                           std::string path) {
  FileDescriptor file = open_to_read(folder, name);
  if (!file && errno == ELOOP) {
    return base::unexpected(
        StoreError{StoreErrorCode::NotAllowed, fmt::format("'{}' is a symbolic link, so it is not read", path)});
  }
  if (!file) return base::unexpected(store_error(errno, "read", path));
  if (auto plain = check_plain(file, path); !plain) return base::unexpected(plain.error());
  if (const auto facts = facts_of(file); facts && facts->names > 1) {
    return base::unexpected(
        StoreError{StoreErrorCode::NotAllowed, fmt::format("'{}' is a link to another file, so it is not read", path)});
  }
  std::unique_ptr<ArtifactFileReader> reader(
      new ArtifactFileReader(std::move(file), ArtifactIndex(open_index(folder, name)), std::move(path)));
  if (auto measured = reader->measure(); !measured) return base::unexpected(measured.error());
  return reader;
}

ArtifactFileReader::Result<std::unique_ptr<tool::ArtifactReader>> ArtifactFileReader::open_path(
    const std::string& path) {
  FileDescriptor file = open_to_read(path);
  if (!file) return base::unexpected(store_error(errno, "read", path));
  if (auto plain = check_plain(file, path); !plain) return base::unexpected(plain.error());
  ArtifactIndex index;
  const std::size_t slash = path.rfind('/') + 1;
  const FileDescriptor folder = open_folder(slash == 0 ? "." : path.substr(0, slash));
  if (folder && path.ends_with(".txt")) index = ArtifactIndex(open_index(folder, path.substr(slash)));
  std::unique_ptr<ArtifactFileReader> reader(new ArtifactFileReader(std::move(file), std::move(index), path));
  if (auto measured = reader->measure(); !measured) return base::unexpected(measured.error());
  return reader;
}

ArtifactFileReader::Result<void> ArtifactFileReader::measure() {
  view_.file = &file_;
  const auto facts = facts_of(file_);
  if (!facts) return base::unexpected(store_error(errno, "read", path_));
  const std::optional<IndexHeader> header = index_.header();
  if (!header || header->dropped == 0) {
    size_ = facts->bytes;
    return {};
  }
  if (header->moving != 0) {
    if (!try_lock(file_, Lock::Shared)) {
      return base::unexpected(
          StoreError{StoreErrorCode::Io, fmt::format("'{}' is being made shorter at this moment; try again", path_)});
    }
    size_ = std::min(header->begin_offset, facts->bytes);  // its writer died over it: only the head is there
    return {};
  }
  view_.dropped = DroppedMiddle{{header->begin_offset, header->begin_lines}, {header->end_offset, header->end_lines}};
  size_ = view_.logical_size(facts->bytes);
  return {};
}

std::optional<tool::ArtifactReader::Dropped> ArtifactFileReader::dropped() const {
  if (!view_.dropped) return std::nullopt;
  return Dropped{view_.dropped->begin.offset, view_.dropped->end.offset};
}

ArtifactFileReader::Result<std::size_t> ArtifactFileReader::read(std::uint64_t offset, std::span<char> into) {
  const long got = view_.read(offset, into.data(), into.size());
  if (got < 0) return base::unexpected(store_error(errno, "read", path_));
  return static_cast<std::size_t>(got);
}

text::Position ArtifactFileReader::known_before(std::uint64_t offset) const {
  return index_.known_before(offset, view_.dropped);
}

}  // namespace termhost::io
