// Shell markers: the reports of a shell with integration about its command cycle.
//
// Grammar: OSC 633 (VS Code), OSC 133 (FinalTerm), and the current-directory reports OSC 7, OSC 9;9 and OSC
// 1337;CurrentDir. Fields of OSC 633 are first split at ';' and then decoded (`\\`, `\xHH`); see decode_633_field.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace termhost::vt {

enum class MarkerKind {
  PromptStart,        // A
  CommandStart,       // B
  CommandExecuted,    // C
  CommandFinished,    // D
  CommandLine,        // E
  ContinuationStart,  // F
  ContinuationEnd,    // G
  Property,           // P, and the current-directory reports as property "Cwd"
};

enum class MarkerDialect { Osc633, Osc133, Osc7, Osc9, Osc1337 };

struct ShellMarker {
  MarkerKind kind{};
  MarkerDialect dialect{};
  std::optional<int> exit_code{};  ///< CommandFinished; absent for a bare D and for a code that is not a decimal int
  std::string command_line{};      ///< CommandLine, decoded
  std::string key{}, value{};      ///< Property, decoded; a directory arrives as key "Cwd" whatever the dialect
  std::string nonce{};             ///< the sender's proof; may be empty. The reader compares it

  friend bool operator==(const ShellMarker&, const ShellMarker&) = default;
};

/// The marker that an OSC payload (between introducer and terminator) spells, or nothing if it is another sequence.
[[nodiscard]] std::optional<ShellMarker> parse_shell_marker(std::string_view osc_payload);

/// A field of OSC 633 with its escapes decoded: `\\` is a backslash, `\xHH` the character U+0000 to U+00FF of that
/// number (VS Code's reading: a code unit, not a byte). Any other character is itself.
[[nodiscard]] std::string decode_633_field(std::string_view field);

}  // namespace termhost::vt
