// A folder that only we can read, for the scripts and envelopes of one terminal.
#pragma once

#include <string>
#include <string_view>

#include "base/expected.hpp"

namespace termhost::io {

/// A new folder, mode 0700, in `$XDG_RUNTIME_DIR/termhost` where that is ours alone, else in the temporary directory.
/// The error is a sentence.
[[nodiscard]] base::Expected<std::string, std::string> make_private_folder();

/// A new file there, mode 0600, or a new content for it: who reads the old one goes on reading the old one.
[[nodiscard]] base::Expected<void, std::string> write_private_file(const std::string& folder, const std::string& name,
                                                                   std::string_view content);

/// Removes the folder and the files in it. Does nothing where it is not there or not ours.
void remove_private_folder(const std::string& folder);

}  // namespace termhost::io
