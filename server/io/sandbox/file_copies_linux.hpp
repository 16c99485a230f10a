// A copy of one file or link in a home that is empty otherwise (sandbox::Access::Shown).
#pragma once

#include <string>

#include "io/file_descriptor.hpp"

namespace termhost::io {

/// Makes at `path` what `file` (O_PATH) is: a plain file with its content, rights and times, if it is not huge and we
/// may read it, or a link. Anything else is not made.
void make_anew(const FileDescriptor& file, const std::string& path);

}  // namespace termhost::io
