#include "io/storage/artifact_view.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "io/storage/os_file.hpp"

namespace termhost::io {
namespace {

constexpr std::uint64_t magic = 0x3258444954524554;  // "TERTIDX2", and tells the byte order
constexpr std::size_t entry_bytes = sizeof(std::uint64_t);

std::uint64_t entry_offset(std::uint64_t number) {  // entry 1 is the first: 0 is the start of the output
  return sizeof(IndexHeader) + (number - 1) * entry_bytes;
}

template <class T>
bool write_value(const FileDescriptor& file, const T& value, std::uint64_t offset) {
  std::uint64_t written = 0;
  return write_at(file, offset, {reinterpret_cast<const char*>(&value), sizeof value}, written);
}

template <class T>
bool read_value(const FileDescriptor& file, T& value, std::uint64_t offset) {
  return file && read_at(file, offset, reinterpret_cast<char*>(&value), sizeof value) == long{sizeof value};
}

}  // namespace

std::optional<IndexHeader> ArtifactIndex::header() const {
  IndexHeader header;
  if (!read_value(file_, header, 0) || header.magic != magic) return std::nullopt;
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
  return write_value(file_, header, 0);
}

bool ArtifactIndex::append_entry(std::uint64_t number, std::uint64_t lines) {
  return write_value(file_, lines + 1, entry_offset(number));  // 0 is what a power loss makes of a page
}

bool ArtifactIndex::sync() { return io::sync(file_); }

text::Position ArtifactIndex::known_before(std::uint64_t offset, const std::optional<DroppedMiddle>& dropped) const {
  const bool behind = dropped && offset >= dropped->end.offset;
  const text::Position start = behind ? dropped->end : text::Position{};
  if (!file_) return start;
  const auto facts = facts_of(file_);
  const std::uint64_t size = facts ? std::max<std::uint64_t>(facts->bytes, sizeof(IndexHeader)) : sizeof(IndexHeader);
  const std::uint64_t number = std::min(offset / index_step, (size - sizeof(IndexHeader)) / entry_bytes);
  std::uint64_t lines = 0;
  if (number == 0 || number * index_step < start.offset || !read_value(file_, lines, entry_offset(number)) ||
      lines-- == 0)
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
  return read_at(*file, physical(offset), into, size);
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
