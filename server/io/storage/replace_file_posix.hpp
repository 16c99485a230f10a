// A small file of the person's, written as one step: whoever reads it finds the old text or the new one.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/expected.hpp"

namespace termhost::io {

/// All of a file; empty where there is none. An error is one sentence.
[[nodiscard]] base::Expected<std::string, std::string> read_small_file(const std::filesystem::path& file);

/// Puts `after` in the place of `before`, the text of the file until now; mode and owner stay, links are followed. A
/// new file and its folders are the person's alone. Returns what went wrong, in one sentence; empty: it is done.
[[nodiscard]] std::string replace_file(const std::filesystem::path& file, std::string_view before,
                                       std::string_view after);

}  // namespace termhost::io
