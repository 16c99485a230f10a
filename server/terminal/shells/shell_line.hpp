// The line at the prompt of a terminal's shell: who has it, and what was typed there.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace termhost::terminal {

class ShellLine {
 public:
  /// The shell has shown its prompt, and was given no line since.
  [[nodiscard]] bool at_prompt() const { return at_prompt_; }
  /// The line editor was given a line, and has not begun it.
  [[nodiscard]] bool handed() const { return handed_; }
  /// Something was typed since the shell took its last line.
  [[nodiscard]] bool touched() const { return touched_; }
  /// Its line editor knows the keys of our integration: shell/launch/line_keys.
  [[nodiscard]] bool has_keys() const { return has_keys_; }
  /// The user typed while the shell had the terminal: a line of theirs is there, until it was entered and has ended.
  [[nodiscard]] bool is_users() const { return is_users_; }
  /// The user typed while an agent's command ran that did not wait for it.
  [[nodiscard]] bool typed_ahead() const { return typed_ahead_; }
  /// A command left the terminal without translated line ends, and they were set right: the line editor may set the
  /// modes again as they were when it ends.
  [[nodiscard]] bool modes_repaired() const { return modes_repaired_; }
  /// Text of agents since the last line end, perhaps not read yet.
  [[nodiscard]] const std::string& unended() const { return unended_; }

  void prompt_shown() { at_prompt_ = true; }
  void handed_over() { handed_ = true; }
  void taken_back() { handed_ = false; }
  /// The shell has it, by its line editor or as typed.
  void taken() { at_prompt_ = touched_ = false; }
  /// A command began.
  void begun() { at_prompt_ = handed_ = false; }
  /// A command, or a line without one, has ended.
  void ended() { at_prompt_ = false; }
  /// It is empty, as the line editor says.
  void seen_empty() { touched_ = false; }
  void found_keys() { has_keys_ = true; }
  void lost_keys() { has_keys_ = false; }
  void repaired_modes(bool repaired) { modes_repaired_ = repaired; }

  /// Something of ours was typed, or an answer to a query.
  void typed() { touched_ = true; }
  /// The user typed while a command ran that did not wait for it.
  void user_typed_ahead() { typed_ahead_ = true; }
  void typed_by_user() { touched_ = is_users_ = true; }
  /// The line of the user was entered, or given up.
  void users_line_ended() { is_users_ = false; }
  /// The text of an agent for a program; the whole line so far.
  [[nodiscard]] std::string typed_by_agent(std::string_view text) {
    std::string line = unended_.append(text);
    if (const std::size_t end = line.find_last_of("\r\n"); end != line.npos) unended_.erase(0, end + 1);
    touched_ = true;
    return line;
  }
  /// The terminal is idle: text that was typed ahead stands at the prompt.
  void terminal_idle() {
    unended_.clear();
    if (std::exchange(typed_ahead_, false)) is_users_ = true;
  }

 private:
  bool at_prompt_ = false, handed_ = false, touched_ = true, has_keys_ = false;
  bool is_users_ = false, typed_ahead_ = false, modes_repaired_ = false;
  std::string unended_;
};

}  // namespace termhost::terminal
