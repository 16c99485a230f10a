// Names of copies: backups by editors, package managers and users, archives, numbered files. A copy holds the same
// content as its original.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace termhost::secrets {

/// Words that mark a copy after a dot: `bak`, `gz`.
[[nodiscard]] std::string_view copy_marks();

/// The names that `name`, in small letters, may be a copy of, each with a mark less: of `id_rsa.bak-2` `id_rsa.bak` and
/// `id_rsa`, of `key (1).json` `key.json`. Mostly there are none.
[[nodiscard]] std::vector<std::string> originals_of(std::string_view name);

}  // namespace termhost::secrets
