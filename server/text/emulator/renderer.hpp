// Rendered output: the text that a user would have seen for a stream of terminal bytes.
//
// The rule is the display of xterm.js 6 (with its Unicode 11 widths): scrollback and screen of the normal buffer,
// wrapped rows joined, trailing blanks of a line and blank last lines dropped. Rows that scroll off are final and
// leave; memory is one screen, whatever the length of the stream. tests/parts/render checks the rule.
//
// Known differences, all because delivered text cannot change or because memory is bounded:
// - CSI 3 J and RIS clear the scrollback of a terminal; here it is final text already. RIS clears the screen, as there.
// - On CSI 1 J with the cursor in the last column xterm.js marks a row as not wrapped, but counts it from the top of
//   the scrollback, not of the screen. So do we, unless that row was delivered: then its line stays joined. If
//   xterm.js throws because the row does not exist, nothing happens. A mark without a base that ends such a line stays
//   too.
// - REP writes at most 262,144 code points; a cell keeps at most 1,024.
// - Malformed UTF-8 is dropped, as there, but also where a chunk ends inside it.
// - A change of size lays out again all lines on the screen (xterm.js: not the cursor's); final text stays.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace termhost::text {

enum class Newline {
  CrLf,  ///< as a PTY delivers it: LF moves down only
  Lf,    ///< output that never went through a PTY: LF is CR LF
};

enum class CarriageReturn {
  Overwrite,  ///< as a terminal does: later text replaces earlier text
  NewLine,    ///< every frame of a progress bar on a line of its own (setting compressProgressBar: false)
};

struct RenderOptions {
  int columns = 80;
  int rows = 24;
  Newline newline = Newline::CrLf;
  CarriageReturn carriage_return = CarriageReturn::Overwrite;
};

/// The screen as a user sees it.
struct ScreenView {
  std::vector<std::string> rows;  ///< all of them, without blanks at their ends
  int columns = 0;
  int cursor_row = 0, cursor_column = 0;  ///< from 0
  bool cursor_visible = true;
  bool alternate = false;  ///< a full-screen program has the screen
  std::string title;       ///< that the program gave its window
};

/// The modes in which the program expects keys.
struct KeyModes {
  bool application_cursor_keys = false;
  bool application_keypad = false;
  bool bracketed_paste = false;
};

class Renderer {
 public:
  explicit Renderer(RenderOptions options = {});
  ~Renderer();
  Renderer(Renderer&&) noexcept;
  Renderer& operator=(Renderer&&) noexcept;

  /// Renders `bytes` and appends to `final_text` the text that has become final, each line ended by LF.
  void write(std::string_view bytes, std::string& final_text);

  /// The text on the screen that is not final yet: the text that finish() would append.
  [[nodiscard]] std::string pending() const;

  /// Ends the stream: appends what the screen shows (without blank lines at the end) and starts afresh. The last line
  /// gets an LF only if the cursor has left it downwards: `printf abc` renders as "abc", `echo abc` as "abc\n".
  void finish(std::string& final_text);

  void resize(int columns, int rows);

  /// The number of times that the program has cleared the normal screen with text on it.
  [[nodiscard]] std::uint64_t clears() const;
  [[nodiscard]] bool alternate_screen() const;              ///< a full-screen program has the screen
  [[nodiscard]] std::string alternate_screen_text() const;  ///< its present text; empty if there is none
  [[nodiscard]] ScreenView view() const;
  [[nodiscard]] KeyModes key_modes() const;

  /// A terminal's answers to the queries since the last call (cursor position, device attributes, mode reports …). The
  /// owner of the PTY must send them, or programs that ask would wait.
  [[nodiscard]] std::string take_replies();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace termhost::text
