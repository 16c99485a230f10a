// The kind of a file, by its name or ending: code, data, files that every project has.
#pragma once

#include <string_view>

namespace termhost::secrets {

/// Settings and data, blank-separated: files that may contain a secret.
inline constexpr std::string_view data_endings =
    ".txt .json .jsonc .json5 .yml .yaml .toml .csv .tsv .ini .cfg .conf .config .xml .properties .enc .dat";

/// `a.ts`, `notes.md`, `build.log`, by the ending, in lower case.
[[nodiscard]] bool is_code(std::string_view name);

/// Code, or a file that every project has in any folder: `package.json`.
[[nodiscard]] bool is_of_project(std::string_view name);

/// `.ts`, `.toml`: the ending of code, of texts for people, of settings or data.
[[nodiscard]] bool is_kind_of_text(std::string_view ending);

/// `a.ts`, `Makefile`: a name that files have, and folders do not.
[[nodiscard]] bool names_file(std::string_view name);

}  // namespace termhost::secrets
