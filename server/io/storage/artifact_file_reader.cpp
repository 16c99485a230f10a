#include "io/storage/artifact_file_reader.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "io/storage/store_error.hpp"

namespace termhost::io {

using terminal::StoreError;
using terminal::StoreErrorCode;

namespace {

constexpr int read_flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC;  // O_NONBLOCK: opening a FIFO must not wait for a writer

FileDescriptor open_index(const FileDescriptor& folder, const std::string& name) {
  FileDescriptor file(::openat(folder.get(), index_name(name).c_str(), read_flags | O_NOFOLLOW));
  struct stat info {};
  const bool plain = file && ::fstat(file.get(), &info) == 0 && S_ISREG(info.st_mode);
  return plain ? std::move(file) : FileDescriptor();
}

base::Expected<void, StoreError> check_plain(const FileDescriptor& file, const std::string& path) {
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) return base::unexpected(store_error(errno, "read", path));
  if (S_ISREG(info.st_mode)) return {};
  return base::unexpected(
      StoreError{StoreErrorCode::NotAllowed, fmt::format("'{}' is not a plain file, so it is not read", path)});
}

}  // namespace

ArtifactFileReader::Result<std::unique_ptr<tool::ArtifactReader>> ArtifactFileReader::open(const FileDescriptor& folder,
                                                                                           const std::string& name,
                                                                                           std::string path) {
  FileDescriptor file(::openat(folder.get(), name.c_str(), read_flags | O_NOFOLLOW));
  if (!file && errno == ELOOP) {
    return base::unexpected(
        StoreError{StoreErrorCode::NotAllowed, fmt::format("'{}' is a symbolic link, so it is not read", path)});
  }
  if (!file) return base::unexpected(store_error(errno, "read", path));
  if (auto plain = check_plain(file, path); !plain) return base::unexpected(plain.error());
  struct stat info {};
  if (::fstat(file.get(), &info) == 0 && info.st_nlink > 1) {
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
  FileDescriptor file(::open(path.c_str(), read_flags));
  if (!file) return base::unexpected(store_error(errno, "read", path));
  if (auto plain = check_plain(file, path); !plain) return base::unexpected(plain.error());
  ArtifactIndex index;
  const std::size_t slash = path.rfind('/') + 1;
  const FileDescriptor folder(
      ::open(slash == 0 ? "." : path.substr(0, slash).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder && path.ends_with(".txt")) index = ArtifactIndex(open_index(folder, path.substr(slash)));
  std::unique_ptr<ArtifactFileReader> reader(new ArtifactFileReader(std::move(file), std::move(index), path));
  if (auto measured = reader->measure(); !measured) return base::unexpected(measured.error());
  return reader;
}

ArtifactFileReader::Result<void> ArtifactFileReader::measure() {
  view_.file = file_.get();
  struct stat info {};
  if (::fstat(file_.get(), &info) != 0) return base::unexpected(store_error(errno, "read", path_));
  const std::optional<IndexHeader> header = index_.header();
  const auto file_size = static_cast<std::uint64_t>(info.st_size);
  if (!header || header->dropped == 0) {
    size_ = file_size;
    return {};
  }
  if (header->moving != 0) {
    const bool written = ::flock(file_.get(), LOCK_SH | LOCK_NB) != 0;
    if (written) {
      return base::unexpected(
          StoreError{StoreErrorCode::Io, fmt::format("'{}' is being made shorter at this moment; try again", path_)});
    }
    size_ = std::min(header->begin_offset, file_size);  // its writer died over it: the head is what there is
    return {};
  }
  view_.dropped = DroppedMiddle{{header->begin_offset, header->begin_lines}, {header->end_offset, header->end_lines}};
  size_ = view_.logical_size(file_size);
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
