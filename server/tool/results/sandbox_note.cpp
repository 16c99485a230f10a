#include "tool/results/sandbox_note.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sandbox/reach.hpp"
#include "text/position.hpp"
#include "text/visible.hpp"
#include "tool/results/named_paths.hpp"

namespace termhost::tool {
namespace {

/// Programs' messages for errors that a sandbox causes.
constexpr std::array<std::string_view, 12> refused_texts{"Permission denied",
                                                         "Operation not permitted",
                                                         "Read-only file system",
                                                         "EACCES",
                                                         "EPERM",
                                                         "EROFS",
                                                         "Network is unreachable",
                                                         "ENETUNREACH",
                                                         "Could not resolve",
                                                         "EAI_AGAIN",
                                                         "Temporary failure in name",
                                                         "Device or resource busy"};
/// … and of a file that looks as if it were not there, or as no file that git would take.
constexpr std::array<std::string_view, 6> missing_texts{
    "No such file",         "ENOENT", "No such device or address", "ENXIO", "can only add regular files",
    "unsupported file type"};
constexpr std::size_t most_quoted = 200;
/// A path may be long, and have any character.
constexpr std::size_t longest_changes = 1000;

/// The first line with such a message.
std::string_view refused_line(std::string_view text) {
  std::size_t first = std::string_view::npos;
  for (const std::string_view refusal : refused_texts) first = std::min(first, text.find(refusal));
  if (first == std::string_view::npos) return {};
  const std::size_t begin = text.rfind('\n', first) + 1;
  return text::code_point_prefix(text.substr(begin, text.find('\n', first) - begin), most_quoted);
}

bool failed(const CommandResult& r) { return r.completion.signal || r.completion.exit_code.value_or(1) != 0; }

bool tells_of_a_file(std::string_view line) {
  const auto stands_in_it = [&](std::string_view text) { return line.find(text) != line.npos; };
  return std::any_of(missing_texts.begin(), missing_texts.end(), stands_in_it) ||
         std::any_of(refused_texts.begin(), refused_texts.end(), stands_in_it);
}

/// The hidden place that the command names, or an error of its; empty: none.
std::string_view hidden_place(const CommandResult& r) {
  const auto find = [&](const NamedPaths& named) -> std::string_view {
    for (const auto* places : {&r.enforcement.hidden, &r.enforcement.missing})
      for (const std::string& place : *places)
        for (const std::string& path : named.paths)
          if ((places == &r.enforcement.hidden || failed(r)) && leads_into(path, place)) return place;
    return {};
  };
  const NamedPaths told = paths_named_in(r.edited.empty() ? r.command : r.edited, r.cwd);
  std::string_view place = find(told);
  for (std::string_view rest = failed(r) ? r.output.text : std::string_view(); place.empty() && !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    if (tells_of_a_file(line)) place = find(paths_named_in(line, told.folder));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
  }
  return place;
}

/// True if the output has an error that a sandbox causes.
bool reads_refused(const CommandResult& r) {
  return !refused_line(r.output.text).empty() || (r.error_output && !refused_line(r.error_output->text).empty());
}

/// True if the command only asks for names of files, so that a file that looks empty makes no difference.
bool asks_for_names(std::string_view command) {
  constexpr std::array<std::string_view, 10> programs{"test ", "[ ",    "[[ ",    "ls ",    "stat ",
                                                      "find ", "tree ", "touch ", "chmod ", "git check-ignore "};
  return command.find_first_of(";|&$`<>\n") == command.npos &&
         std::any_of(programs.begin(), programs.end(),
                     [&](std::string_view program) { return command.starts_with(program); });
}

std::string refused_line_of(const CommandResult& r) {
  if (!failed(r)) return {};
  std::string_view line = goes_on(r) ? std::string_view() : refused_line(r.output.text);
  if (line.empty() && r.error_output) line = refused_line(r.error_output->text);
  return std::string(line);
}

/// Hidden files look empty, and reads are not observed. The rest is guessed only if the kernel reported nothing. A
/// command that succeeded without such an error did not need the access, such as a cache that cannot be written.
std::string refused(const CommandResult& r) {
  const bool matters = failed(r) || reads_refused(r);
  std::string told = r.refusals.empty() || !matters ? std::string() : "refused " + to_string(r.refusals);
  const bool only_names = !matters && asks_for_names(r.edited.empty() ? r.command : r.edited);
  if (const std::string_view place = only_names ? std::string_view() : hidden_place(r); !place.empty())
    return fmt::format("{}{}probably refused to read '{}': hidden files look empty or missing, or cannot be opened",
                       told, told.empty() ? "" : ", and has ", place);
  if (!told.empty()) return told;
  const std::string line = refused_line_of(r);
  return line.empty() ? std::string() : fmt::format("probably caused `{}`", line);
}

/// At most five names.
std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t most = 5;
  const std::size_t shown = std::min(names.size(), most);
  std::string text =
      fmt::format("{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  if (shown < names.size()) text += fmt::format(" and {} more", names.size() - shown);
  return text;
}

/// `call`: the words for the call that would run it outside.
std::string way_outside(const CommandResult& r, std::string_view call) {
  if (!r.nobody_to_ask.empty()) return fmt::format("It cannot run for real here: {}.", r.nobody_to_ask);
  return fmt::format("To run it for real, {} with `sandbox`: \"off\" and a `justification`; the user is asked.", call);
}

/// The note on a command that goes on in a trial. A server there looks as if others could reach it.
std::string running_trial_note(const CommandResult& r) {
  if (r.sandbox.only_reads) return {};
  if (!r.listening.empty() && r.sandbox.network != sandbox::Network::All)
    return fmt::format(
        "Note: this runs in a throw-away copy with a network of its own, so no other command or program "
        "reaches port {}. {}",
        fmt::join(r.listening, ", "), way_outside(r, "stop it, and call again"));
  return r.is_first_report ? "Note: this runs in a throw-away copy. Nothing in it is kept, and later changes of the "
                             "files do not reach it."
                           : "";
}

/// A line with such a path would work in the user's shell, where other lines have left a file there.
bool names_temporary_files(const CommandResult& r) {
  const NamedPaths named = paths_named_in(r.edited.empty() ? r.command : r.edited, {});
  return std::any_of(named.paths.begin(), named.paths.end(), [&](const std::string& path) {
    const bool temporary = sandbox::lies_in(path, "/tmp") || sandbox::lies_in(path, "/var/tmp");
    const auto& folders = r.sandbox.workspace;
    return temporary && std::none_of(folders.begin(), folders.end(),
                                     [&](const std::string& folder) { return sandbox::lies_in(path, folder); });
  });
}

/// True if the output has the error of a full disk: all that a trial writes lies in memory.
bool lacks_space(const CommandResult& r) {
  constexpr std::array<std::string_view, 2> texts{"No space left on device", "ENOSPC"};
  return std::any_of(texts.begin(), texts.end(), [&](std::string_view text) {
    return r.output.text.find(text) != text.npos || (r.error_output && r.error_output->text.find(text) != text.npos);
  });
}

/// The changes of a trial, which are gone. Without this note they would look done.
std::string trial_note(const CommandResult& r) {
  if (goes_on(r)) return running_trial_note(r);
  const std::string refusal = refused(r);
  const bool copied = !r.sandbox.only_reads;
  const bool temporary = copied && names_temporary_files(r), full = copied && failed(r) && lacks_space(r);
  if (r.changes.list.empty() && refusal.empty() && !temporary && !full) return {};
  std::string note = copied ? "Note: this ran in a throw-away copy" : "Note: this ran in a read-only sandbox";
  const bool changed = !r.changes.list.empty();
  if (changed || temporary) note += ", of which nothing is kept";
  if (changed) note += ": " + text::visible_line(to_string(r.changes, r.cwd), longest_changes);
  if (temporary) note += "; its /tmp was empty at first";
  if (full) note += "; the copy is probably full: a trial may write at most 1 GiB";
  if (!refusal.empty())
    note +=
        fmt::format("{} {} has {}", changed || temporary || full ? ";" : ":", copied ? "its sandbox" : "it", refusal);
  return fmt::format("{}. {}", note, way_outside(r, "call again"));
}

}  // namespace

std::string set_inside_note(const CommandResult& r) {
  if (r.set_elsewhere.empty()) return {};
  return fmt::format("Note: this ran outside the sandbox. Variables that were set in the sandbox are missing: {}.",
                     some_of(r.set_elsewhere));
}

std::string sandbox_note(const CommandResult& r) {
  if (!r.sandbox.is_on()) return {};
  if (r.sandbox.level == sandbox::Level::Trial) return trial_note(r);
  std::string note;
  for (const std::string& gap : r.enforcement.gaps) note += fmt::format("{}{}", note.empty() ? "" : "; ", gap);
  if (!note.empty()) note = fmt::format("Note: on this machine the sandbox does not cover {}. ", note);
  if (const std::string said = refused(r); !said.empty())
    note += fmt::format(
        "Note: the sandbox ({}, network {}) has {}. If the command needs it, run it again with `sandbox`: \"off\" and "
        "a "
        "`justification`; the user is asked.",
        to_string(r.sandbox.level), to_string(r.sandbox.network), said);
  while (note.ends_with(' ')) note.pop_back();
  return note;
}

}  // namespace termhost::tool
