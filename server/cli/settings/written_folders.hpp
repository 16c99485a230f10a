// Files and folders as a person writes them into settings and policies: absolute, or in the home (`~/x`).
#pragma once

#include <string>

#include "cli/settings/strict_json.hpp"

namespace termhost::cli {

/// Makes it absolute in the JSON itself. Any other is complained about: relative to what would be a guess. `path`:
/// where it stands, "policy.allowedCommands[1].folder". What is no text is left to the decoder.
void spell_out_folder(StrictJson& json, protocol::Json& folder, const std::string& path);
/// The same of each in a list.
void spell_out_folders(StrictJson& json, protocol::Json& folders, const std::string& path);
/// The same of `sandbox.writable`, `sandbox.hidden` and `sandbox.readable`, where the whole has them.
void spell_out_sandbox(StrictJson& json, const std::string& root);

}  // namespace termhost::cli
