#include "io/storage/artifact_view.hpp"

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace termhost::io {
namespace {

constexpr std::uint64_t magic = 0x3258444954524554;  // "TERTIDX2", and tells the byte order
constexpr std::size_t entry_bytes = sizeof(std::uint64_t);

off_t entry_offset(std::uint64_t number) {  // entry 1 is the first: 0 is the start of the output
  return static_cast<off_t>(sizeof(IndexHeader) + (number - 1) * entry_bytes);
}

template <class T>
bool write_at(const FileDescriptor& file, const T& value, off_t offset) {
  return ::pwrite(file.get(), &value, sizeof value, offset) == static_cast<ssize_t>(sizeof value);
}

template <class T>
bool read_at(const FileDescriptor& file, T& value, off_t offset) {
  return file && ::pread(file.get(), &value, sizeof value, offset) == static_cast<ssize_t>(sizeof value);
}

}  // namespace

std::optional<IndexHeader> ArtifactIndex::header() const {
  IndexHeader header;
  if (!read_at(file_, header, 0) || header.magic != magic) return std::nullopt;
  return header;
}

bool ArtifactIndex::write_header(const std::optional<DroppedMiddle>& dropped, bool moving) {
  IndexHeader header{.magic = magic, .moving = moving ? 1U : 0U};
  if (dropped) {
    header.dropped = 1;
    header.begin_offset = dropped->begin.offset;
    header.begin_lines = dropped->begin.lines;
    header.end_offset = dropped->end.offset;
    header.end_lines = dropped->end.lines;
  }
  return write_at(file_, header, 0);
}

bool ArtifactIndex::append_entry(std::uint64_t number, std::uint64_t lines) {
  return write_at(file_, lines + 1, entry_offset(number));  // 0 is what a power loss makes of a page
}

bool ArtifactIndex::sync() { return ::fdatasync(file_.get()) == 0; }

text::Position ArtifactIndex::known_before(std::uint64_t offset, const std::optional<DroppedMiddle>& dropped) const {
  const bool behind = dropped && offset >= dropped->end.offset;
  const text::Position start = behind ? dropped->end : text::Position{};
  if (!file_) return start;
  const off_t size = ::lseek(file_.get(), 0, SEEK_END);
  const off_t entries = std::max<off_t>(0, size - static_cast<off_t>(sizeof(IndexHeader))) / entry_bytes;
  const std::uint64_t number = std::min<std::uint64_t>(offset / index_step, static_cast<std::uint64_t>(entries));
  std::uint64_t lines = 0;
  if (number == 0 || number * index_step < start.offset || !read_at(file_, lines, entry_offset(number)) || lines-- == 0)
    return start;
  const bool plausible = lines >= start.lines && lines <= number * index_step;
  return plausible ? text::Position{number * index_step, lines} : start;
}

std::uint64_t ArtifactView::physical(std::uint64_t offset) const {
  if (!dropped || offset < dropped->end.offset) return offset;
  return offset - dropped->end.offset + dropped->begin.offset + gap_mark_bytes;
}

std::uint64_t ArtifactView::logical_size(std::uint64_t file_size) const {
  if (!dropped || file_size < dropped->begin.offset + gap_mark_bytes) return file_size;
  return file_size - dropped->begin.offset - gap_mark_bytes + dropped->end.offset;
}

long ArtifactView::read(std::uint64_t offset, char* into, std::size_t size) const {
  if (dropped && offset < dropped->end.offset) {
    size = offset < dropped->begin.offset ? std::min<std::size_t>(size, dropped->begin.offset - offset) : 0;
  }
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got = ::pread(file, into + done, size - done, static_cast<off_t>(physical(offset + done)));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return -1;
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return static_cast<long>(done);
}

text::Position ArtifactView::count_to(text::Position from, std::uint64_t offset) const {
  std::vector<char> block(std::min<std::uint64_t>(index_step, offset - std::min(offset, from.offset)));
  while (from.offset < offset) {
    const long got = read(from.offset, block.data(), std::min<std::uint64_t>(block.size(), offset - from.offset));
    if (got <= 0) break;
    from = text::advance(from, std::string_view(block.data(), static_cast<std::size_t>(got)));
  }
  return from;
}

std::string index_name(const std::string& artifact_name) {
  return artifact_name.substr(0, artifact_name.rfind('.')) + ".index";
}

}  // namespace termhost::io
