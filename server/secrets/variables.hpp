// Variables whose names show that their values are secret. Case does not matter: `npm_config__authToken`.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace termhost::secrets {

/// Ordered: the later, the surer.
enum class VariableKind : std::uint8_t {
  Plain,    ///< HOME, TOKENIZER, MAX_LINES
  MayHold,  ///< a secret may be in it or be of no worth: DATABASE_URL, SESSION_ID, SORT_KEY, TOKEN_FILE. Its value is
            ///< not looked for in output, and showing it asks
  Secret,   ///< GITHUB_TOKEN, SECRET_KEY; not TOKEN_FILE, MAX_TOKENS, SSH_AUTH_SOCK
  Password  ///< PGPASSWORD: users choose it, so it may be made of words
};

[[nodiscard]] VariableKind variable_kind(std::string_view name);

/// True if the variable's value is masked in output.
[[nodiscard]] inline bool says_secret(std::string_view name) { return variable_kind(name) >= VariableKind::Secret; }

/// Showing it asks. Whatever is masked is among these.
[[nodiscard]] inline bool may_hold_secret(std::string_view name) { return variable_kind(name) != VariableKind::Plain; }

/// The ends, with their `=`, of names in capitals that say secret: what is looked for in output. Not every name that
/// says so ends so, and not every one that ends so says it.
[[nodiscard]] std::span<const std::string_view> assignment_ends();

}  // namespace termhost::secrets
