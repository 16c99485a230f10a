// A copy of this process whose standard input, output and errors are pipes of this process.
#pragma once

#include <string>
#include <sys/types.h>

#include "base/expected.hpp"
#include "io/file_descriptor.hpp"

namespace termhost::io {

struct PipedCopy {
  pid_t pid = 0;  ///< 0: this is the copy
  FileDescriptor input, output, errors;
};

/// No other thread may run. The copy closes `closed`. The error is a clause.
[[nodiscard]] base::Expected<PipedCopy, std::string> start_piped_copy(FileDescriptor& closed);

/// Can be read when the child has ended: its exit status, or 128 + the signal, as an int.
[[nodiscard]] FileDescriptor end_of_child(pid_t pid);

}  // namespace termhost::io
