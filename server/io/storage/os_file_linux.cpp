#include <fcntl.h>
#include <unistd.h>

#include "io/storage/os_file.hpp"

namespace termhost::io {

bool sync(const FileDescriptor& file) { return ::fdatasync(file.get()) == 0; }

void leave_cache(const FileDescriptor& file, std::uint64_t offset, std::uint64_t size) {
  ::posix_fadvise(file.get(), static_cast<off_t>(offset), static_cast<off_t>(size), POSIX_FADV_DONTNEED);
}

}  // namespace termhost::io
