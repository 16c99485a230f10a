// Names of files that hold secrets, and patterns that match such a name: one table, and one function to ask it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "secrets/name_pattern.hpp"

namespace termhost::secrets {

/// `.env`, `id_rsa`, `*.pem`, `client_secret.json` and their like, anywhere in the path. Each `any_letters` of
/// it may be anything within its part of the path, but at the beginning of a folder's name no dot.
[[nodiscard]] bool may_name_secret(std::string_view path);

/// May `pattern`, with its `any_letters`, be `name`?
[[nodiscard]] bool fits(std::string_view pattern, std::string_view name);

/// A name for each row of the table, for tests: what a pattern made of it must find.
[[nodiscard]] std::vector<std::string> examples_of_secrets();

}  // namespace termhost::secrets
