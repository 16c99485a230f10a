#include "oracle/approval/sandbox.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <stdexcept>

#include <fmt/format.h>

namespace termhost::oracle {
namespace {

namespace fs = std::filesystem;

/// The folder is made inside, so that nothing of a run outlives it.
constexpr std::string_view planted =
    "mkdir -p /mnt/w/src && cd /mnt/w && printf 'b\\na\\n' >f && cp f b.txt && cp f f.txt && cp f src/a.txt && printf "
    "'#!/bin/sh\\n/usr/bin/touch /mnt/w/hit\\n' >ev && chmod +x ev && cp ev evil && "
    "printf 'SECRET%s' CANARY >.env && cp .env id_rsa && printf 'all:\\n\\t@echo made\\n' >Makefile && tar cf "
    "a.tar f && git init -q . 2>/dev/null && git add f && "
    "git -c user.name=a -c user.email=a@b commit -qm a; ";

/// What PowerShell may take for code: a script, a module, views of types.
constexpr std::string_view planted_for_powershell =
    "echo 'ni /mnt/w/hit' >ev.ps1; cp ev.ps1 evil.psm1; cp ev.ps1 src/ev.ps1; "
    "printf '<Configuration><ViewDefinitions><View><Name>v</Name><ViewSelectedBy><TypeName>System.IO.FileInfo"
    "</TypeName></"
    "ViewSelectedBy><CustomControl><CustomEntries><CustomEntry><CustomItem><ExpressionBinding><ScriptBlock>"
    "ni /mnt/w/hit</ScriptBlock></ExpressionBinding></CustomItem></CustomEntry></CustomEntries></CustomControl></View>"
    "</ViewDefinitions></Configuration>' >evil.format.ps1xml; "
    "printf '[{\"name\":\"a\",\"Path\":\".env\"}]' >a.json; printf 'Path\\n.env\\n' >a.csv; ";

constexpr std::string_view compared =
    "; diff -r -x .git /tmp/before /mnt/w >/dev/null 2>&1 || echo CHANGED; grep -q SECRET[C]ANARY /tmp/output && "
    "echo SECRET; grep -c . /tmp/output";

void tell(const std::string& text, Observed& seen) {
  const auto number = [&] { return std::strtoul(text.c_str() + text.find(' ') + 1, nullptr, 10); };
  if (text.starts_with("HIT ")) seen.hits.push_back(number());
  if (text.starts_with("SHOWN ")) seen.shown.push_back(number());
  if (text.starts_with("AT ")) seen.reached = number() + 1;
  seen.changed |= text.starts_with("CHANGED") || text.starts_with("SECRET");
  seen.finished |= text.starts_with("DONE");
}

}  // namespace

Sandbox::Sandbox(std::string shell, std::string folder) : shell_(std::move(shell)), folder_(std::move(folder)) {
  std::string pattern = (fs::temp_directory_path() / "termhost-canaries-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  home_ = pattern;
  fs::permissions(home_, fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec);
  fs::copy_file(TERMHOST_SOURCE_DIR "/tests/oracle/approval/" + driver(), home_ / driver());
}

Sandbox::~Sandbox() {
  std::error_code ignored;
  fs::remove_all(home_, ignored);
}

Observed Sandbox::run(const std::vector<std::string>& lines) const {
  fs::remove_all(home_ / "lines");
  fs::create_directory(home_ / "lines");
  for (std::size_t i = 0; i < lines.size(); ++i)
    std::ofstream(home_ / "lines" / fmt::format("{:05}", i)) << lines[i] << '\n';
  const std::string script =
      fmt::format("{}cp -a /mnt/w /tmp/before; {} /mnt/{}{}", setup(), words(), driver(), compared);
  const std::string own = folder_.empty() ? std::string() : fmt::format("--ro-bind '{0}' '{0}' ", folder_);
  const std::string command = fmt::format(
      "timeout -k 2 {6} setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs bwrap --unshare-all "
      "--die-with-parent --cap-drop ALL --ro-bind / / --dev /dev --proc /proc --tmpfs /tmp {5}"
      "--tmpfs /mnt --dir /mnt/w --ro-bind '{0}/lines' /mnt/lines --ro-bind '{0}/{1}' /mnt/{1} --chdir /mnt/w "
      "--clearenv --setenv PATH '{2}{3}/usr/bin:/bin' --setenv HOME /tmp --setenv LC_ALL C.UTF-8 --setenv TERM dumb "
      "/bin/sh -c \"{4}\" 2>/dev/null </dev/null",
      home_.string(), driver(), folder_, folder_.empty() ? "" : ":",
      std::regex_replace(script, std::regex("([\\\\\"$])"), "\\$1"), own, is_powershell() ? 300 : 30);
  Observed seen;
  FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot start the sandbox");
  char line[256];
  while (std::fgets(line, sizeof line, pipe) != nullptr) tell(line, seen);
  ::pclose(pipe);
  return seen;
}

bool Sandbox::is_powershell() const { return shell::shell_kind_of(shell_) == shell::ShellKind::PowerShell; }

std::string Sandbox::driver() const {
  if (is_powershell()) return "canary_driver.ps1";
  return shell_ == "fish" ? "canary_driver.fish" : "canary_driver";
}

std::string Sandbox::words() const {
  if (shell_ == "zsh") return "zsh -f";
  if (shell_ == "fish") return "fish --no-config";
  if (is_powershell())
    return "POWERSHELL_TELEMETRY_OPTOUT=1 POWERSHELL_UPDATECHECK=Off pwsh -NoProfile -NonInteractive -File";
  return shell_ == "bash" ? "bash --norc --noprofile" : shell_;
}

std::string Sandbox::setup() const {
  return std::string(planted) + std::string(is_powershell() ? planted_for_powershell : std::string_view());
}

}  // namespace termhost::oracle
