// What the ending of a name says of a file: code, data, what every project has.
#pragma once

#include <string_view>

namespace termhost::secrets {

/// Settings and data, blank-separated: what a secret may be written into.
inline constexpr std::string_view data_endings =
    ".txt .json .jsonc .json5 .yml .yaml .toml .csv .tsv .ini .cfg .conf .config .xml .properties .enc .dat";

/// `a.ts`, `notes.md`, `build.log`, by the ending, in lower case.
[[nodiscard]] bool is_code(std::string_view name);

/// Code, or what every project has in a folder of whatever name: `package.json`.
[[nodiscard]] bool is_of_project(std::string_view name);

/// `.ts`, `.toml`: what code, texts for people, settings and data end with.
[[nodiscard]] bool is_kind_of_text(std::string_view ending);

/// `a.ts`, `Makefile`: a name as files have, and folders do not.
[[nodiscard]] bool names_file(std::string_view name);

}  // namespace termhost::secrets
