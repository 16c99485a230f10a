#include "approval/programs/effects.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "approval/text.hpp"
#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {
namespace {

struct Effect {
  std::string_view programs;  ///< parted by blanks; of `git log` the first word
  std::string_view options;   ///< beginnings
  std::string_view effect;
};

/// Texts for the user: no verdict depends on them.
constexpr std::array effects{
    Effect{"find gfind", "-delete", "deletes files"},
    Effect{"find gfind fd fdfind", "-exec -ok -x -X --exec", "runs another program on each file"},
    Effect{"find gfind", "-fprint -fls", "writes a file"},
    Effect{"sed gsed", "-i --in-place", "changes files in place"},
    Effect{"sed gsed awk gawk mawk nawk", "-f --file", "runs a script from a file"},
    Effect{"awk gawk mawk nawk", "-i -l -E -e -W -o -d -p", "loads code or writes a file"},
    Effect{"sort gsort shuf tree iconv xxd base64 git rustc gcc g++ curl wget", "-o --output -O --remote-name",
           "writes a file"},
    Effect{"sort gsort", "--compress-program", "runs another program"},
    Effect{"sort gsort wc du find gfind", "--f -files0-from", "reads the names of files from a file"},
    Effect{"jq gojq jaq yq", "--slurpfile --rawfile -f --from-file -L", "reads a program or data from another file"},
    Effect{"git", "-c --config --config-env", "changes a setting that may run a program or reach the network"},
    Effect{"git", "--ext-diff --exec --upload-pack --receive-pack --open-files-in-pager -O -x -u",
           "runs another program"},
    Effect{"git", "--exec-path --git-dir --work-tree --template", "takes programs or settings from another folder"},
    Effect{"git", "-d -D --delete", "deletes a branch or a tag"},
    Effect{"rg", "--pre --hostname-bin", "runs another program on each file"},
    Effect{"tar gtar bsdtar",
           "-I -F --to-command --checkpoint-action --use-compress-program --info-script --rsh-command",
           "runs another program"},
    Effect{"tar gtar bsdtar", "-T --files-from", "reads options from a file"},
    Effect{"make gmake bmake", "--eval -E -I", "runs commands that are not part of the project"},
    Effect{"make gmake bmake", "-e --environment-overrides", "lets the environment choose what runs"},
    Effect{"pip pip3", "-i --index-url --extra-index-url -f --find-links", "installs packages from another site"},
    Effect{"npm pnpm yarn cargo", "--registry --index", "installs packages from another site"},
    Effect{"make gmake bmake ninja", "-f --file --makefile", "reads its rules from its input or from a device"},
    Effect{"cmake", "-E -P -C -D", "runs a program or a script"},
    Effect{"ctest", "--build-and-test --test-command -S -D --script", "runs a program or a script"},
    Effect{"cargo npm pnpm yarn", "--config --script-shell --userconfig", "changes a setting that may run a program"},
    Effect{"go", "-exec -toolexec -vettool -overlay -ldflags -gcflags -asmflags", "runs another program"},
    Effect{"go", "-o -coverprofile -cpuprofile -memprofile -trace -outputdir",
           "writes a file outside of the workspace"},
    Effect{"nm objdump", "--plugin", "loads code from a file"},
    Effect{"yq", "-i --inplace", "changes files in place"},
    Effect{"clang-format", "-i", "changes files in place"},
    Effect{"ssh scp sftp", "-o -F -S -E", "sets what ssh runs"},
    Effect{"kubectl oc", "--kubeconfig", "takes settings, which may name programs, from another file"},
    Effect{"date hostname", "-s --set -b -F", "sets the clock or the name of the machine"},
    Effect{"vi vim nvim ex ed view", "-c + --cmd -S -s", "runs commands of the editor"},
    Effect{"docker podman", "-v --volume --mount --volumes-from",
           "gives the container access to files of this machine"},
    Effect{"docker podman", "--privileged --cap-add --device --pid --ipc --userns --net --network --security-opt",
           "gives the container access to this machine"},
    Effect{"docker podman", "--entrypoint", "runs another program in the container"},
    Effect{"docker podman", "--env-file", "reads a file of variables, which may be secret"},
    Effect{"docker podman", "-H --host --config -c --context", "talks to another machine"},
    Effect{"xargs gxargs", "-a --arg-file", "reads words from a file"},
    Effect{"env genv", "-S --split-string -C --chdir", "changes its arguments or its folder"},
    Effect{"dpkg-architecture", "-c", "runs another program"},
};

std::string shown(std::string_view word) {
  std::string text;
  for (const char c : word) text += c == shell::unknown_part ? std::string("…") : std::string(1, c);
  return text;
}

std::string_view effect_of(std::string_view program, std::string_view option) {
  const std::string_view name = program.substr(0, program.find(' '));
  for (const Effect& row : effects) {
    if (!listed(row.programs, name)) continue;
    for (std::string_view rest = row.options; !rest.empty();) {
      const std::size_t blank = std::min(rest.find(' '), rest.size());
      if (option.starts_with(rest.substr(0, blank))) return row.effect;
      rest.remove_prefix(std::min(blank + 1, rest.size()));
    }
  }
  return {};
}

}  // namespace

std::string describe_option(std::string_view program, std::string_view option) {
  const std::string_view effect = effect_of(program, option);
  if (effect.empty()) return fmt::format("`{}` of `{}` is not known to be harmless", shown(option), shown(program));
  return fmt::format("`{} {}` {}", shown(program), shown(option), effect);
}

std::string describe_argument(std::string_view program, std::string_view option, std::string_view word) {
  const std::string_view effect = effect_of(program, option);
  if (!effect.empty())
    return fmt::format("`{} {}{}` {}", shown(program), word == option ? "" : shown(option) + ' ', shown(word), effect);
  return fmt::format("the effect of `{}` on `{}` is not known to be harmless", shown(program), shown(word));
}

std::string describe_operand(std::string_view program, std::string_view word) {
  if (listed("date hostname", program))
    return fmt::format("`{} {}` may set the clock or the name of the machine", program, shown(word));
  if (listed("uniq guniq xxd", program))
    return fmt::format("`{}` may be a file that `{}` writes", shown(word), program);
  return fmt::format("the effect of `{}` with `{}` is not known", shown(program), shown(word));
}

}  // namespace termhost::approval
