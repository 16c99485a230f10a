// Paths as written: the place that a path leads to, and the permission to read it without a question.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "approval/files.hpp"
#include "approval/normal_path.hpp"
#include "approval/workspace.hpp"
#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {

/// `cd -`, `cd +1` of zsh: where the shell was before.
[[nodiscard]] bool may_leave(std::string_view folder);

/// `build.log`, `test.out`: names that nothing takes code from.
[[nodiscard]] bool names_log(std::string_view path);

/// `/tmp/dev.log`, where agents keep what a server prints.
[[nodiscard]] bool is_log_in_tmp(std::string_view path);

/// A script, or a file with instructions, that is none but what the command reads.
[[nodiscard]] bool is_input(std::string_view path);

/// A program in the system's folders, even if the workspace is such a folder.
[[nodiscard]] bool is_system_place(std::string_view path);

/// The places that a command line may read without a question.
class ReadablePlaces {
 public:
  /// The arguments must outlive this object. `files`: null if there is no access to them.
  ReadablePlaces(std::string_view cwd, const Workspace& workspace, const std::vector<std::string>& secret_files,
                 const Files* files);

  /// True for a place in the workspace, or a public file of the system, that is not a secret. With `shows_contents`, a
  /// pattern that may match a secret counts as one. The pattern also stands for each of the files that it matches now.
  [[nodiscard]] bool may_read(const shell::ShellWord& word, bool shows_contents) const;
  [[nodiscard]] bool may_read(std::string_view path) const;
  [[nodiscard]] bool in_workspace(std::string_view path) const;
  /// Code of the project may read or write it: nothing of git's own, nor a log in /tmp, which it may take for code.
  [[nodiscard]] bool may_be_told(std::string_view path) const;
  /// True for a path in a `.git` of the workspace, in upper or lower case, because some file systems do not
  /// distinguish.
  [[nodiscard]] bool is_of_git(std::string_view path) const;
  /// A secret, by what is known or by the policy: its name, or one that a pattern fits (`shell::unknown_part`).
  [[nodiscard]] bool is_hidden(std::string_view path) const;
  /// A file that is there, and may be the user's own: hidden or left out by git, and not known to be harmless.
  [[nodiscard]] bool is_kept_back(std::string_view path) const;
  /// Below a folder, by a name that may be a pattern, no link leads to what may not be read.
  [[nodiscard]] bool keeps_links_inside(std::string_view folder) const;
  /// True if it certainly is one; `x/`, `.` and `..` are by their names.
  [[nodiscard]] bool is_folder(std::string_view path) const;
  /// A folder of the workspace itself.
  [[nodiscard]] bool is_top(std::string_view path) const;
  /// A file that editors, agents, shells or git load without a request: `.envrc`, `.vscode/tasks.json`, `.git/hooks/x`.
  [[nodiscard]] bool is_auto_loaded(std::string_view path) const;
  /// True if the start of relative paths is known, though the line changes the folder.
  [[nodiscard]] bool stands_surely() const { return stands_in_.has_value(); }
  /// The sure start of relative paths, or else the folder in which the line began.
  [[nodiscard]] std::string_view here() const { return stands_in_ ? std::string_view(*stands_in_) : cwd_; }
  /// Relative paths begin in a folder of the workspace that is not its top, where settings are.
  [[nodiscard]] bool below_top() const;
  /// A log in the workspace, in a folder that is not hidden, or in /tmp itself: no program obeys a file of this name.
  [[nodiscard]] bool is_log(const shell::ShellWord& word) const;
  /// `*.json` of a program's option may be `credentials.json`.
  [[nodiscard]] bool glob_may_name_secret(std::string_view glob) const;
  /// git matches its pathspecs itself: `':(icase).ENV'`, `'.e*'`. What only the run knows as a whole names none.
  [[nodiscard]] bool pathspec_may_name_secret(const shell::ShellWord& pathspec) const;

  /// PowerShell: `src\x` is `src/x`, on every system.
  void part_at_backslashes() { backslashes_ = true; }
  /// The line goes there at some time.
  void enter(std::string_view folder);
  /// A file that is written into the current folder may be for git, or for a tool that keeps its own files there.
  [[nodiscard]] bool may_stand_hidden() const { return hidden_; }
  /// Sets the sure start of relative paths. Nothing: it is where the line began, if the line has not moved.
  void stand_in(std::optional<std::string> folder) { stands_in_ = std::move(folder); }
  /// The words that loops go through; nullptr: these are not known. File names made of any may be any.
  void go_through(const std::vector<shell::ShellWord>* words);
  /// The word is one of those that loops go through, and this holds for all of them.
  [[nodiscard]] bool each_of_list(const shell::ShellWord& word,
                                  const std::function<bool(std::string_view)>& holds) const;

  /// The line changes the folder: relative paths then hold only where they cannot leave the workspace from any folder
  /// in it.
  void folder_changed(bool stays_inside) {
    moved_ = true;
    stands_in_.reset();
    known_ = known_ && stays_inside;
  }

 private:
  [[nodiscard]] std::string parted(std::string_view path) const;
  [[nodiscard]] bool is_public(std::string_view full) const;
  [[nodiscard]] bool leads_to_readable(std::string_view full) const;
  /// The files that a pattern matches, and a name in a folder that is not known, may be read as their names may.
  [[nodiscard]] bool files_may_be_read(std::string_view pattern, bool shows_contents) const;
  [[nodiscard]] bool file_may_be_read(std::string_view full, bool over_link, bool shows_contents) const;
  /// A file that a program may show: git keeps it, or neither git nor its name marks it as the user's own.
  [[nodiscard]] bool is_of_project(std::string_view path) const;
  /// Like is_of_project, for a path whose links are followed.
  [[nodiscard]] bool is_of_project_really(std::string_view full) const;

  std::string_view cwd_;
  std::optional<std::string> stands_in_;
  const Workspace* workspace_;
  const std::vector<std::string>* secret_files_;
  const Files* files_;
  const std::vector<shell::ShellWord>* loop_words_ = nullptr;
  bool backslashes_ = false;
  bool moved_ = false;
  bool hidden_ = false;
  bool known_ = true;
  bool names_trusted_ = true;
};

}  // namespace termhost::approval
