#include "tool/sandbox_note.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "text/position.hpp"

namespace termhost::tool {
namespace {

/// What programs print of the errors that a sandbox makes.
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
constexpr std::size_t most_quoted = 200, most_told = 4;

/// The first line that reads so.
std::string_view refused_line(std::string_view text) {
  std::size_t first = std::string_view::npos;
  for (const std::string_view refusal : refused_texts) first = std::min(first, text.find(refusal));
  if (first == std::string_view::npos) return {};
  const std::size_t begin = text.rfind('\n', first) + 1;
  return text::code_point_prefix(text.substr(begin, text.find('\n', first) - begin), most_quoted);
}

using sandbox::Refusal;

/// The structure has more of them.
std::vector<Refusal> first(std::vector<Refusal> refusals) {
  refusals.resize(std::min(refusals.size(), most_told));
  return refusals;
}

bool failed(const CommandResult& r) { return r.completion.signal || r.completion.exit_code.value_or(1) != 0; }

/// Where the kernel told of nothing: hidden files look empty, and what reads is not watched.
std::string likely_refused(const CommandResult& r) {
  if (!failed(r)) return {};
  std::string_view line = goes_on(r) ? std::string_view() : refused_line(r.output.text);
  if (line.empty() && r.error_output) line = refused_line(r.error_output->text);
  return line.empty() ? std::string() : fmt::format("likely refused what `{}` is about", line);
}

}  // namespace

std::string sandbox_note(const CommandResult& r) {
  if (!r.sandbox.is_on()) return {};
  std::string note;
  for (const std::string& gap : r.enforcement.gaps) note += fmt::format("{}{}", note.empty() ? "" : "; ", gap);
  if (!note.empty()) note = fmt::format("Note: nothing on this machine holds {}. ", note);
  const std::string refused = r.refusals.empty() ? likely_refused(r) : "refused " + to_string(first(r.refusals));
  if (!refused.empty())
    note += fmt::format(
        "Note: the sandbox ({}, network {}) has {}. If it has to be, run it again with `sandbox`: \"off\" and a "
        "`justification`; the person is asked.",
        to_string(r.sandbox.level), to_string(r.sandbox.network), refused);
  while (note.ends_with(' ')) note.pop_back();
  return note;
}

}  // namespace termhost::tool
