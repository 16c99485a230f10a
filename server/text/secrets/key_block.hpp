// Private keys in the textual encodings: PEM (RFC 7468, RFC 1421), OpenSSH's, OpenPGP's (RFC 9580 section 6.2). They
// are found in files and in programs' displays of files: after line numbers and names, or in one line with \n for its
// ends.
#pragma once

#include "text/secrets/sighting.hpp"

namespace termhost::text {

inline constexpr std::string_view key_block_start = "-----BEGIN ";
inline constexpr std::size_t longest_key_block = std::size_t{48} << 10;

/// `at`: where key_block_start was found. From there to the end of the block, or of the lines that look like one where
/// its end is missing.
[[nodiscard]] Sighting match_key_block(const Stretch& in, std::size_t at);

}  // namespace termhost::text
