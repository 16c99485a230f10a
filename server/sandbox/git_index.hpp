// The files that git has of a working tree: its index (gitformat-index(5), versions 2, 3 and 4). It is read without
// git, because git would run programs that a repository's configuration names.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace termhost::sandbox {

/// Hashes of the contents, 20 bytes, by paths from the top of the working tree; empty for an entry that is not a plain
/// file.
using GitIndex = std::map<std::string, std::string, std::less<>>;

/// Nothing if the bytes are not an index, are broken, or are not complete (a split index; a repository of SHA-256).
[[nodiscard]] std::optional<GitIndex> read_git_index(std::string_view bytes);

/// SHA-1 (RFC 3174), 20 bytes.
[[nodiscard]] std::string sha1(std::string_view bytes);

/// The name that git gives to the content of a file.
[[nodiscard]] std::string git_name_of(std::string_view content);

}  // namespace termhost::sandbox
