// Files and folders as the storage uses them: below an open folder, whose links are not followed. Every call is one of
// the system's; after a failure errno says why, and store_error() makes a sentence of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/file_descriptor.hpp"
#include "terminal/executions/artifact_store.hpp"

namespace termhost::io {

/// Never waits for a writer, as opening a FIFO would.
[[nodiscard]] FileDescriptor open_to_read(const std::string& path);
[[nodiscard]] FileDescriptor open_to_read(const FileDescriptor& folder, const std::string& name);
/// A new file of ours alone; fails if there is one.
[[nodiscard]] FileDescriptor create_file(const FileDescriptor& folder, const std::string& name);
/// To read and write; made if it is not there.
[[nodiscard]] FileDescriptor open_or_create(const FileDescriptor& folder, const std::string& name);
/// To write from its beginning, without its old content.
[[nodiscard]] FileDescriptor open_emptied(const std::string& path);

[[nodiscard]] FileDescriptor open_folder(const std::string& path);
[[nodiscard]] FileDescriptor open_folder(const FileDescriptor& parent, const std::string& name);
/// A folder of ours alone; true if it is there already.
[[nodiscard]] bool make_folder(const FileDescriptor& parent, const std::string& name);
/// A folder of ours alone, with the folders above it.
[[nodiscard]] bool make_folders(const std::string& path);
/// Names of the entries of a folder, "." and ".." left out.
[[nodiscard]] std::vector<std::string> entries_of(const FileDescriptor& folder);

struct FileFacts {
  bool is_plain = false;      ///< a regular file
  std::uint64_t bytes = 0;    ///< its size
  std::uint64_t names = 0;    ///< hard links
  std::int64_t modified = 0;  ///< nanoseconds since 1970
};
[[nodiscard]] std::optional<FileFacts> facts_of(const FileDescriptor& file);
[[nodiscard]] std::optional<FileFacts> facts_of(const FileDescriptor& folder, const std::string& name);
/// Free bytes on the disk of a file, for us.
[[nodiscard]] std::optional<std::uint64_t> free_bytes(const FileDescriptor& file);

/// Bytes read, fewer only at the end of the file; -1: it failed.
[[nodiscard]] long read_at(const FileDescriptor& file, std::uint64_t offset, char* into, std::size_t size);
/// Writes all of `text` or stops at the first error; `written` is raised by the bytes that are there.
[[nodiscard]] bool write_at(const FileDescriptor& file, std::uint64_t offset, std::string_view text,
                            std::uint64_t& written);
[[nodiscard]] bool truncate(const FileDescriptor& file, std::uint64_t size);
/// Returns when the file's content is on the disk.
[[nodiscard]] bool sync(const FileDescriptor& file);
/// Asks the system not to keep this part in memory: it is written to the disk first, and leaves at the next call.
void leave_cache(const FileDescriptor& file, std::uint64_t offset, std::uint64_t size);

/// Locks go with the descriptor, so also with the process.
enum class Lock { Shared, Exclusive };
[[nodiscard]] bool lock(const FileDescriptor& file, Lock kind);      ///< waits
[[nodiscard]] bool try_lock(const FileDescriptor& file, Lock kind);  ///< false too if somebody has it

bool remove_file(const FileDescriptor& folder, const std::string& name);
/// An empty one.
bool remove_folder(const FileDescriptor& parent, const std::string& name);

/// The user's home by the user database; empty: there is none.
[[nodiscard]] std::string home_by_database();

/// The system's error `number` (errno) as the sentence that a result carries. `doing`: a verb, "create" or "write to".
[[nodiscard]] terminal::StoreError store_error(int number, std::string_view doing, std::string_view path);

}  // namespace termhost::io
