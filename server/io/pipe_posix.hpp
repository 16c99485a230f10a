// A pipe that no program that is started holds.
#pragma once

#include <string>

#include "base/expected.hpp"
#include "io/file_descriptor.hpp"

namespace termhost::io {

struct Pipe {
  FileDescriptor reading, writing;

  /// The error is a clause.
  [[nodiscard]] static base::Expected<Pipe, std::string> make();
};

}  // namespace termhost::io
