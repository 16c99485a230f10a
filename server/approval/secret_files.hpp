// Names of files that hold secrets, and patterns that such a name fits: one table, and one way to ask it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace termhost::approval {

/// `.env`, `id_rsa`, `*.pem`, `client_secret.json` and their like, anywhere in the path. Each `shell::unknown_part` of
/// it may be anything within its part of the path, but at the beginning of a folder's name no dot.
[[nodiscard]] bool may_name_secret(std::string_view path);

/// Could `pattern` become `name`?
[[nodiscard]] bool may_become(std::string_view pattern, std::string_view name);

/// `.ts`, `.toml`: what code, texts for people, settings and data end with.
[[nodiscard]] bool is_kind_of_text(std::string_view ending);

/// `a.ts`, `Makefile`: a name as files have, and folders do not.
[[nodiscard]] bool names_file(std::string_view name);

/// A name for each row of the table, for tests: what a pattern made of it must find.
[[nodiscard]] std::vector<std::string> examples_of_secrets();

}  // namespace termhost::approval
