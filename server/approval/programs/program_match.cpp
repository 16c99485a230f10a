#include "approval/programs/program_match.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "approval/text.hpp"

namespace termhost::approval {
namespace {

using shell::ShellKind;

/// The place of the subcommand: after options that the row of the program knows, or words that look like options.
std::size_t subcommand_place(Words words, const Program& program, std::size_t at) {
  if (program.has(Toolchain) && at < words.size() && chooses_toolchain(words[at])) ++at;
  while (at < words.size() && words[at].known() && words[at].text.size() > 1 && words[at].text[0] == '-') {
    const std::string_view text = words[at].text;
    if (text == "--") return words.size();  // there is none
    bool takes = false;
    if (text.starts_with("--"))
      takes = std::any_of(program.longs.begin(), program.longs.end(), [&](const Program::Long& one) {
        return one.takes && !one.single_dash && one.name == text.substr(2);
      });
    else
      takes = text.size() == 2 && static_cast<unsigned char>(text[1]) < 128 &&
              program.letters[static_cast<unsigned char>(text[1])].takes;
    at += takes ? 2 : 1;
  }
  return at;
}

/// Programs that print their version and help before they read anything of the folder they run in: configuration,
/// plugins, or another version of themselves. Not here: npm, pnpm and yarn (.npmrc, .yarnrc.yml), go (go.mod's
/// toolchain), hg and flake8 (extensions), jest, webpack, nx, lerna and turbo (the folder's own copy), poetry, composer
/// and jekyll (its plugins), rustup, gradle and mvn (its settings), erl and elixir (.erlang), terraform, and any new
/// program.
constexpr std::string_view tellers =
    "ls dir vdir stat du realpath readlink pathchk basename dirname df file which tree find gfind fd fdfind mkdir "
    "touch cp "
    "mv ln rm rmdir chmod cat tac head tail nl rev fold fmt expand unexpand paste join comm column cut pr tsort cmp "
    "diff "
    "base32 base64 basenc od hexdump shasum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum wc "
    "bc tr "
    "seq expr factor numfmt sleep grep egrep fgrep rg ag sort gsort uniq xxd strings nm objdump readelf size c++filt "
    "addr2line shuf iconv split sed gsed awk gawk mawk jq gojq jaq yq xmllint tee eza exa bat batcat less more man vim "
    "nvim "
    "nano emacs ed id whoami groups nproc uptime free lscpu lsblk locale uname date hostname ps pgrep lsof ss top htop "
    "systemctl journalctl ip env printenv timeout nice time stdbuf nohup setsid xargs curl wget ping dig ssh rsync tar "
    "gtar "
    "bsdtar zip unzip gzip bzip2 xz zstd openssl sqlite3 psql mysql mariadb gdb lldb git make gmake cmake ctest ninja "
    "gcc "
    "g++ cc c++ clang clang++ gfortran clang-format clang-tidy ld as ar javac kotlinc swiftc ghc nasm nginx redis-cli "
    "redis-server cargo rustc rustfmt python python2 python3 pypy pypy3 pip pip3 uv ruff node nodejs deno bun tsc ruby "
    "gem "
    "perl php swift java Rscript julia lua ocaml docker podman helm gh brew aws dpkg dpkg-query apt apt-get apt-cache "
    "pkg-config "
    "pkgconf shellcheck shfmt tokei meson cabal dart tmux screen busybox socat nc";

/// `./gradlew`, `node_modules/.bin/jest`: the path of a runner's own script means the runner.
void take_runner_of(ProgramMatch& match) {
  if (match.name.find('/') == std::string::npos) return;
  const std::string_view name = base_name(match.name);
  const Program* const program = find_program(name);
  if (program == nullptr || !program->has(OfProject) || program->has(ReadOnly | AnyWord | Wraps)) return;
  match.name = name;
  match.program = program;
}

}  // namespace

std::vector<shell::ShellWord> plain_words(Words words, std::size_t at) {
  std::vector<shell::ShellWord> plain{words[0]};
  plain.insert(plain.end(), words.begin() + static_cast<std::ptrdiff_t>(at), words.end());
  return plain;
}

bool chooses_toolchain(const shell::ShellWord& word) {
  return word.known() && word.text.size() > 1 && word.text[0] == '+' &&
         has_only(std::string_view(word.text).substr(1), "-.");
}

ProgramMatch match_program(Words words, ShellKind shell) {
  ProgramMatch match{.name = words[0].text};
  if (shell == ShellKind::PowerShell) {
    if (const Program* cmdlet = find_cmdlet(lower(match.name)))
      return {.name = lower(match.name), .program = cmdlet, .cmdlet = true};
    static const Program of_another_shell{.flags = ReadsCommands};
    if (is_builtin(match.name) && !listed("test [ printf true false", match.name))  // those are programs too
      return {.name = match.name, .program = &of_another_shell, .cmdlet = true};
  }
  match.program = find_program(match.name);
  if (match.program == nullptr) take_runner_of(match);
  while (match.program == nullptr ? match.before.empty() : match.program->has(Subcommands)) {
    const std::size_t at =
        match.program == nullptr ? match.first : subcommand_place(words, *match.program, match.first);
    if (at >= words.size() || !words[at].known()) return match;
    const std::string two = fmt::format("{} {}", match.name, words[at].text);
    const Program* program = nullptr;
    std::size_t length = 1;
    if (at + 1 < words.size() && words[at + 1].known()) {
      program = find_program(fmt::format("{} {}", two, words[at + 1].text));
      if (program != nullptr) length = 2;
    }
    if (program == nullptr) program = find_program(two);
    if (program == nullptr && match.program == nullptr) return match;
    if (match.program != nullptr) match.before.push_back({match.program, at});
    match.name = length == 2 ? fmt::format("{} {}", two, words[at + 1].text) : two;
    match.program = program;
    match.first = at + length;
    if (program == nullptr) return match;
  }
  return match;
}

bool only_reads(const ProgramMatch& match, Words words) {
  const std::string_view with = match.program->reads_with;
  return with.empty() ||
         (match.first < words.size() && words[match.first].known() && listed(with, words[match.first].text));
}

bool describes_itself(const ProgramMatch& match, Words words) {
  if (words.size() != 2 || is_builtin(match.name)) return false;
  static const NameSet names(tellers);
  const std::string& name = words[0].text;
  const std::string& option = words[1].text;
  if (name == "dotnet") return listed("--list-sdks --list-runtimes", option);  // not --version: global.json names one
  if (!names.has(name)) return false;
  return option == "--version" ||
         (option == "--help" && match.program != nullptr && !match.program->has(ReadsCommands)) ||
         (option == "-v" && listed("node docker bun gem", name)) ||
         (option == "-V" && listed("cargo rustc pip pip3 rg jq uv", name)) ||
         (listed("-v -dumpversion -dumpmachine", option) && listed("gcc g++ cc c++ clang clang++", name));
}

bool checks_syntax(Words words) {
  if (words.size() != 3 || words[2].start().find_first_not_of("-+") != 0) return false;
  const std::string& option = words[1].text;
  return (option == "-n" && listed("bash dash sh ksh zsh", words[0].text)) ||
         (listed("--check -c", option) && listed("node nodejs", words[0].text)) ||
         (option == "-l" && words[0].text == "php");
}

}  // namespace termhost::approval
