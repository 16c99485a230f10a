#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "io/guard/kept_memory.hpp"

namespace termhost::io {

FileDescriptor make_kept_memory(std::size_t bytes) {
  FileDescriptor memory(::memfd_create("termhost-kept", MFD_CLOEXEC));
  if (memory && ::ftruncate(memory.get(), static_cast<off_t>(bytes)) != 0) memory.reset();
  return memory;
}

void give_back(void* pages, std::size_t bytes) { ::madvise(pages, bytes, MADV_REMOVE); }

void hide_from_others() { ::prctl(PR_SET_DUMPABLE, 0); }

void hide_no_more() { ::prctl(PR_SET_DUMPABLE, 1); }

}  // namespace termhost::io
