// Named keys and text as the bytes that a terminal sends for them: like xterm, in the modes that its program has set.
#pragma once

#include <string>
#include <string_view>

#include "base/expected.hpp"
#include "text/emulator/renderer.hpp"

namespace termhost::tool {

/// One key: a character, or "enter", "up", "f1", "ctrl+c", "alt+b", "shift+tab" …; else text with keys in it: "hello",
/// ":wq<Enter>", "<C-c>", "<C-Up>", "<lt>". Case does not matter in names. The error: a name that no key has.
[[nodiscard]] base::Expected<std::string, std::string> key_bytes(std::string_view key,
                                                                 const text::KeyModes& modes = {});

/// The bytes of typed text, with line ends as Enter; several lines are a paste, if the program has enabled that.
[[nodiscard]] std::string text_bytes(std::string_view text, const text::KeyModes& modes = {});

/// The bytes without the marks around a paste.
[[nodiscard]] std::string without_paste_marks(std::string_view bytes);

}  // namespace termhost::tool
