#include <fcntl.h>
#include <unistd.h>

#include "io/storage/os_file.hpp"

namespace termhost::io {

/// fsync(2) leaves data in the drive's own memory. A file system on a network may know only that.
bool sync(const FileDescriptor& file) { return ::fcntl(file.get(), F_FULLFSYNC) == 0 || ::fsync(file.get()) == 0; }

void leave_cache(const FileDescriptor& /*file*/, std::uint64_t /*offset*/, std::uint64_t /*size*/) {}

}  // namespace termhost::io
