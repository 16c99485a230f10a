// Named keys and text as the bytes that a terminal sends for them, as xterm does, by the modes that its program has
// set.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "text/screen/renderer.hpp"

namespace termhost::tool {

/// One key: a character, or "enter", "up", "f1", "ctrl+c", "alt+b", "shift+tab" …; or text with keys in it:
/// ":wq<Enter>",
/// "<C-c>", "<C-Up>", "<lt>". Nothing for an unknown name. Case does not matter in names.
[[nodiscard]] std::optional<std::string> key_bytes(std::string_view key, const text::KeyModes& modes = {});

/// What is typed, line ends as Enter; several lines as a paste, where the program asked for that.
[[nodiscard]] std::string text_bytes(std::string_view text, const text::KeyModes& modes = {});

/// Less the marks around a paste.
[[nodiscard]] std::string without_paste_marks(std::string_view bytes);

}  // namespace termhost::tool
