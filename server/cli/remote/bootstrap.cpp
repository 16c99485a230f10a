#include "cli/remote/bootstrap.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace termhost::cli {
namespace {

constexpr std::size_t name_digits = 16;  // of the checksum: programs of one version differ while it is developed

// `say ready` is the last answer: everything after it is of the termhost there.
constexpr std::string_view script =
    R"sh(say() { echo "{marker} $*"; }; go() { say ready; exec "$1" remote; }; )sh"
    R"sh(k=; n=; s=; c=; m=$(uname -sm); case "$m" in "Linux x86_64") k=linux-x64;; )sh"
    R"sh("Linux aarch64") k=linux-arm64;; *) say machine "$m"; exit 0;; esac; )sh"
    R"sh(case $k in {programs}*) ;; esac; p=$(command -v termhost); )sh"
    R"sh(if [ -n "$p" ] && [ "$("$p" --version 2>/dev/null)" = "termhost {version}" ]; then go "$p"; fi; )sh"
    R"sh([ -n "$n" ] || { say missing $k; exit 0; }; )sh"
    R"sh(d=${XDG_CACHE_HOME:-${HOME:-/nowhere}/.cache}/termhost/{version}; f=$d/$n; )sh"
    R"sh(if [ -x "$f" ] && [ -O "$f" ]; then go "$f"; fi; )sh"
    R"sh({ (umask 077; mkdir -p "$d") && chmod 700 "$d"; } 2>/dev/null || { say folder "$d"; exit 0; }; )sh"
    R"sh(t=$d/.$n.$$; clean() { rm -f "$t"; }; trap clean 0 1 2 13 15; say send $k; )sh"
    R"sh({ head -c $s >"$t"; } 2>/dev/null || { say space "$d"; exit 0; }; )sh"
    R"sh(h=$(sha256sum <"$t" 2>/dev/null); [ "${h%% *}" = $c ] || { say damaged "$d"; exit 0; }; chmod 700 "$t"; )sh"
    R"sh([ "$("$t" --version 2>/dev/null)" = "termhost {version}" ] || { say unfit "$d"; exit 0; }; )sh"
    R"sh(mv -f "$t" "$f" || { say folder "$d"; exit 0; }; go "$f")sh";

void replace_all(std::string& text, std::string_view placeholder, std::string_view value) {
  for (std::size_t at = 0; (at = text.find(placeholder, at)) != std::string::npos; at += value.size())
    text.replace(at, placeholder.size(), value);
}

std::string cases_of(const std::vector<CarriedProgram>& programs) {
  std::string cases;
  for (const CarriedProgram& program : programs)
    cases += fmt::format("{0}) n=termhost-{0}-{1}; s={2}; c={3};; ", program.kind,
                         program.checksum.substr(0, name_digits), program.size, program.checksum);
  return cases;
}

struct Problem {
  std::string_view word, sentence;  ///< {0} the machine, {1} the detail, {2} the version
};
constexpr std::array problems{
    Problem{"machine", "{0} is '{1}'; termhost runs on Linux with an x86_64 or aarch64 processor"},
    Problem{"missing",
            "{0} has no termhost {2}, and this termhost has no program for {1} to send; install termhost {2} there"},
    Problem{"folder",
            "{0} has no folder into which termhost can be copied ('{1}' cannot be used); install termhost {2} there, "
            "or set "
            "XDG_CACHE_HOME"},
    Problem{"space",
            "{0} cannot store termhost in '{1}', its disk may be full; make room there, or install termhost "
            "{2} there"},
    Problem{"damaged", "the copy of termhost on {0} is damaged, or the disk of '{1}' there is full; try again"},
    Problem{"unfit",
            "the termhost of this machine does not run on {0}: its C library is different, or programs in '{1}' may "
            "not run; install termhost {2} there"},
};

}  // namespace

std::string bootstrap_script(const std::string& marker, const std::string& version,
                             const std::vector<CarriedProgram>& programs) {
  std::string text(script);
  replace_all(text, "{marker}", marker);
  replace_all(text, "{version}", version);
  replace_all(text, "{programs}", cases_of(programs));
  return text;
}

std::string bootstrap_problem(const BootstrapAnswer& answer, const std::string& machine, const std::string& version) {
  if (answer.word == "ready" || answer.word == "send") return {};
  const auto* const problem =
      std::find_if(problems.begin(), problems.end(), [&](const Problem& row) { return row.word == answer.word; });
  if (problem == problems.end()) return fmt::format("{} sent the unexpected answer '{}'", machine, answer.word);
  return fmt::format(fmt::runtime(problem->sentence), machine, answer.detail, version);
}

std::optional<BootstrapAnswer> AnswerReader::feed(std::string_view bytes) {
  pending_ += bytes;
  const std::size_t start = pending_.find(marker_ + ' ');
  if (start == std::string::npos) {  // the end may be the beginning of a marker
    pending_.erase(0, pending_.size() - std::min(pending_.size(), marker_.size()));
    return std::nullopt;
  }
  const std::size_t end = pending_.find('\n', start);
  if (end == std::string::npos) {
    pending_.erase(0, start);
    return std::nullopt;
  }
  const std::string line = pending_.substr(start + marker_.size() + 1, end - start - marker_.size() - 1);
  pending_.erase(0, end + 1);
  const std::size_t blank = std::min(line.find(' '), line.size());
  return BootstrapAnswer{line.substr(0, blank), line.substr(std::min(blank + 1, line.size()))};
}

}  // namespace termhost::cli
