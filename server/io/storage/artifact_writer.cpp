#include "io/storage/artifact_writer.hpp"

#include <algorithm>
#include <cerrno>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/number_text.hpp"
#include "io/storage/os_file.hpp"

namespace termhost::io {

using terminal::ArtifactKind;
using terminal::StoreError;
using terminal::StoreErrorCode;

namespace {

// Shares of artifactMaxBytes. Each time the file is full, the tail gives up half of its room: moving the other half
// costs about as much as writing it did.
constexpr std::uint64_t head_divisor = 2;
constexpr std::uint64_t kept_tail_divisor = 4;
constexpr std::uint64_t line_search_divisor = 16;       ///< how far a cut is moved to come at a line border
constexpr std::uint64_t longest_line_search = 1 << 18;  ///< and at most: it is read into memory
constexpr std::uint64_t smallest_max = 8 * 1024;        ///< of artifactMaxBytes: the mark and some lines fit
constexpr std::size_t move_block = std::size_t{1} << 20;

// The system keeps so much of a file's beginning and of its end in memory, which is the part that a full one of the
// default size moves. More would push out what other programs read, and memory that was not used before costs more than
// writing to it.
constexpr std::uint64_t cached_end = std::uint64_t{256} << 20;
constexpr std::uint64_t cache_step = std::uint64_t{8} << 20;

std::string gap_mark(const DroppedMiddle& gap) {
  std::string mark =
      fmt::format("[… {} bytes, {} lines omitted: longer than artifactMaxBytes …]",
                  base::grouped(gap.end.offset - gap.begin.offset), base::grouped(gap.end.lines - gap.begin.lines));
  mark.resize(gap_mark_bytes - 1, ' ');
  return mark + '\n';
}

}  // namespace

base::Expected<std::unique_ptr<ArtifactFileWriter>, StoreError> ArtifactFileWriter::create(NewFile place,
                                                                                           ArtifactKind kind,
                                                                                           StorageLimits& limits) {
  if (auto room = limits.reserve(place.folder, 0); !room) return base::unexpected(room.error());
  FileDescriptor file = create_file(place.folder, place.name);
  if (!file) return base::unexpected(store_error(errno, "create", place.path));
  static_cast<void>(try_lock(file, Lock::Exclusive));
  return std::unique_ptr<ArtifactFileWriter>(new ArtifactFileWriter(std::move(place), std::move(file), kind, limits));
}

ArtifactFileWriter::ArtifactFileWriter(NewFile place, FileDescriptor file, ArtifactKind kind, StorageLimits& limits)
    : place_(std::move(place)), file_(std::move(file)), kind_(kind), limits_(limits) {
  view_.file = &file_;
}

ArtifactFileWriter::Result ArtifactFileWriter::append(std::string appended) {
  std::string_view text = appended;
  if (failure_) return base::unexpected(*failure_);
  if (auto dropped = drop_provisional(); !dropped) return dropped;
  const std::uint64_t most = std::max(limits_.values().artifact_max_bytes, smallest_max);
  while (!text.empty()) {
    if (file_end_ >= most) {
      if (auto dropped = drop_middle(); !dropped) return dropped;
    }
    const std::string_view part = text.substr(0, most - file_end_);
    if (auto written = write(part); !written) return written;
    text.remove_prefix(part.size());
  }
  return {};
}

ArtifactFileWriter::Result ArtifactFileWriter::show_provisional(std::string text) {
  if (failure_) return base::unexpected(*failure_);
  if (auto dropped = drop_provisional(); !dropped) return dropped;
  if (const auto facts = facts_of(file_); facts && facts->names == 0) {
    return fail({StoreErrorCode::Vanished, fmt::format("'{}' was removed while the command ran", place_.path)});
  }
  // Text that is not final yet may find no room: the text after it will not either, and says so.
  static_cast<void>(write_at(file_, file_end_, text, provisional_));
  return {};
}

ArtifactFileWriter::Result ArtifactFileWriter::drop_provisional() {
  if (provisional_ == 0) return {};
  if (!truncate(file_, file_end_)) {
    return fail(store_error(errno, "write to", place_.path));
  }
  provisional_ = 0;
  return {};
}

ArtifactFileWriter::Result ArtifactFileWriter::write(std::string_view text) {
  if (auto room = limits_.reserve(file_, text.size()); !room) return fail(room.error());
  std::uint64_t written = 0;
  const bool all = write_at(file_, file_end_, text, written);
  const int error = errno;
  if (kind_ == ArtifactKind::Recording) remember_line_end(text.substr(0, written));
  file_end_ += written;
  leave_cache(file_end_ - written);
  extend_index(text.substr(0, written));
  return all ? Result{} : fail(store_error(error, "write to", place_.path));
}

/// Twice: the first call writes, the second one lets go.
void ArtifactFileWriter::leave_cache(std::uint64_t written_from) const {
  const std::uint64_t border = file_end_ / cache_step * cache_step;
  if (border <= written_from || border <= cached_end) return;
  for (const std::uint64_t behind : {cache_step, cached_end}) io::leave_cache(file_, border - behind, cache_step);
}

void ArtifactFileWriter::remember_line_end(std::string_view written) {
  const std::size_t line_end = written.rfind('\n');
  if (line_end != std::string_view::npos) line_end_ = file_end_ + line_end + 1;
}

void ArtifactFileWriter::extend_index(std::string_view text) {
  while (end_.offset / index_step != (end_.offset + text.size()) / index_step) {
    const std::uint64_t number = end_.offset / index_step + 1;
    const std::string_view part = text.substr(0, number * index_step - end_.offset);
    end_ = text::advance(end_, part);
    text.remove_prefix(part.size());
    if (ensure_index()) index_.append_entry(number, end_.lines);  // without it, reading counts more lines
  }
  end_ = text::advance(end_, text);
}

bool ArtifactFileWriter::ensure_index() {
  if (kind_ != ArtifactKind::Rendered) return false;
  if (index_.exists()) return true;
  index_ = ArtifactIndex(create_file(place_.folder, index_name(place_.name)));
  return index_.exists() && index_.write_header(std::nullopt, false);
}

/// Makes the full file shorter: the head stays, the end of the tail moves up to it. The only place that must not be
/// found half done after a power loss: that the tail moves is on the disk before it does, and the moved tail is before
/// the index says so.
ArtifactFileWriter::Result ArtifactFileWriter::drop_middle() {
  const std::uint64_t most = std::max(limits_.values().artifact_max_bytes, smallest_max);
  if (kind_ != ArtifactKind::Rendered || !ensure_index()) {
    return fail({StoreErrorCode::TooLarge, fmt::format("'{}' has reached artifactMaxBytes", place_.path)});
  }
  const std::uint64_t reach = std::min(most / line_search_divisor, longest_line_search);
  const auto begin = view_.dropped ? base::Expected<text::Position, StoreError>(view_.dropped->begin)
                                   : line_start_near(most / head_divisor - reach, reach);
  const auto end = line_start_near(end_.offset - most / kept_tail_divisor, reach);
  if (!begin || !end) return fail((begin ? end : begin).error());
  const DroppedMiddle middle{*begin, *end};
  const std::uint64_t from = view_.physical(middle.end.offset);
  const std::uint64_t to = middle.begin.offset + gap_mark_bytes;
  if (!index_.write_header(middle, true) || !index_.sync()) return fail(store_error(errno, "write to", place_.path));
  if (auto moved = move_tail(from, to); !moved) return moved;
  std::uint64_t written = 0;
  const std::uint64_t new_end = to + file_end_ - from;
  if (!write_at(file_, middle.begin.offset, gap_mark(middle), written) || !truncate(file_, new_end) || !sync(file_) ||
      !index_.write_header(middle, false)) {
    return fail(store_error(errno, "write to", place_.path));
  }
  limits_.release(file_end_ - new_end);
  file_end_ = new_end;
  view_.dropped = middle;
  return {};
}

ArtifactFileWriter::Result ArtifactFileWriter::move_tail(std::uint64_t from, std::uint64_t to) {
  std::vector<char> block(std::min<std::uint64_t>(move_block, file_end_ - from));
  while (from < file_end_) {
    const long size = read_at(file_, from, block.data(), block.size());
    std::uint64_t written = 0;
    if (size <= 0 || !write_at(file_, to, {block.data(), static_cast<std::size_t>(size)}, written)) {
      return fail(store_error(errno, "write to", place_.path));
    }
    from += written;
    to += written;
  }
  return {};
}

/// The first line start in the `reach` bytes from `offset`, or the first code point.
base::Expected<text::Position, StoreError> ArtifactFileWriter::line_start_near(std::uint64_t offset,
                                                                               std::uint64_t reach) const {
  std::vector<char> block(reach);
  const long got = view_.read(offset, block.data(), block.size());
  const std::string_view text(block.data(), static_cast<std::size_t>(std::max(0L, got)));
  const std::size_t line_end = text.find('\n');
  const std::size_t skipped =
      line_end != std::string_view::npos
          ? line_end + 1
          : text.size() - text::code_point_suffix(text, text.size() - (text.empty() ? 0 : 1)).size();
  const std::uint64_t target = offset + skipped;
  const text::Position found = view_.count_to(index_.known_before(target, view_.dropped), target);
  if (got < 0 || found.offset != target) return base::unexpected(store_error(EIO, "read", place_.path));
  return found;
}

ArtifactFileWriter::Result ArtifactFileWriter::fail(StoreError error) {
  failure_ = error;
  // Half an event at its end would make players refuse the recording.
  if (kind_ == ArtifactKind::Recording && truncate(file_, line_end_)) {
    limits_.release(file_end_ - line_end_);
    file_end_ = line_end_;
  }
  return base::unexpected(std::move(error));
}

}  // namespace termhost::io
