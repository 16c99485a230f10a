// A pipe with a name that gives a secret to whoever reads it first, and to nobody after. A program started with its
// path in the environment or in a script gets what shall stand in neither.
#pragma once

#include <string>
#include <string_view>

#include "base/expected.hpp"
#include "io/file_descriptor.hpp"

namespace termhost::io {

class SecretPipe {
 public:
  /// At `path`, mode 0600, with `secret` and a newline in it. The error is a sentence.
  [[nodiscard]] static base::Expected<SecretPipe, std::string> make(std::string path, std::string_view secret);

  SecretPipe() = default;  ///< none
  SecretPipe(SecretPipe&&) = default;
  SecretPipe& operator=(SecretPipe&&) = default;
  ~SecretPipe() { remove(); }

  /// Once it was read there is no pipe any more: to be called now and then.
  void remove_if_read();

 private:
  SecretPipe(std::string path, FileDescriptor end) : path_(std::move(path)), end_(std::move(end)) {}
  void remove();

  std::string path_;
  FileDescriptor end_;
};

}  // namespace termhost::io
