// How fast plain scripts are parsed and flattened, in megabytes per second of processor time. Prints a JSON object per
// shell and script.
// usage: bench_shell [SHELL [SCRIPT]]     default: every shell, with a text of loops, conditions, quotes and comments
#include <algorithm>
#include <array>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include "shell/analysis/parse.hpp"
#include "shell/flatten/flatten.hpp"

namespace {

using namespace termhost::shell;

constexpr std::string_view posix_script = R"sh(# Installs what is listed in $list, one package a line.
for package in $(cat "$list"); do
  if [ -z "$package" ] || [ -e "$prefix/share/$package/installed" ]; then
    echo "nothing to do for $package" >&2
    continue
  fi
  case "$package" in
    lib*) make -C "$source/$package" install prefix="$prefix" >>"$log" 2>&1 || exit 1 ;;
    *) cp -R "$source/$package/." "$prefix/share/${package%.tar}" && installed="$installed $package" ;;
  esac
done

)sh";

// After an error in arithmetic bash gives up the rest of a line, so these lines stay lines, in an eval.
constexpr std::string_view counting_script = R"sh(# Counts what was installed.
count=0
for package in $installed; do
  [ -e "$prefix/share/$package/installed" ] && count=$((count + 1))
  echo "$count: $package" >>"$log"
done

)sh";

constexpr std::string_view fish_script = R"sh(# Installs what is listed in $list, one package a line.
for package in (cat $list)
    if test -z "$package"; or test -e $prefix/share/$package/installed
        echo "nothing to do for $package" >&2
        continue
    end
    switch $package
        case 'lib*'
            make -C $source/$package install prefix=$prefix >>$log 2>&1; or exit 1
        case '*'
            cp -R "$source/$package/." $prefix/share/(basename $package .tar) && set -a installed $package
    end
end

)sh";

constexpr std::string_view powershell_script = R"sh(# Installs what is listed in $list, one package a line.
foreach ($package in Get-Content -Path $list) {
  if (-not $package -or (Test-Path -Path "$prefix/share/$package/installed")) {
    Write-Warning "nothing to do for $package"
    continue
  }
  switch -Wildcard ($package) {
    'lib*' { Invoke-Build -Path "$source/$package" -Target install -Prefix $prefix 2>> $log }
    default {
      Copy-Item -Recurse -Path (Join-Path $source $package) -Destination "$prefix/share/"
      $installed += @{ Name = $package; Time = Get-Date }
    }
  }
}

)sh";

struct Row {
  std::string_view shell;
  std::string_view script;
};
constexpr std::array rows{
    Row{"bash", posix_script}, Row{"bash", counting_script}, Row{"zsh", posix_script},
    Row{"dash", posix_script}, Row{"fish", fish_script},     Row{"pwsh", powershell_script},
};

constexpr std::size_t script_bytes = 1 << 20;
constexpr double seconds = 2;

/// Of the fastest round, as the other benchmarks: a busy machine slows the others down.
template <class Work>
double megabytes_per_second(std::size_t bytes, Work work) {
  const auto since = [](std::clock_t start) { return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC; };
  const std::clock_t begin = std::clock();
  double fastest = seconds;
  while (since(begin) < seconds) {
    const std::clock_t start = std::clock();
    work();
    fastest = std::min(fastest, since(start));
  }
  return static_cast<double>(bytes) / fastest / 1e6;
}

// The sizes are used, so that no compiler leaves the work out.
void measure(std::string_view shell, const std::string& text) {
  const ShellKind kind = shell_kind_of(shell);
  std::size_t nodes = 0;
  Flattened result;
  const double parsed = megabytes_per_second(text.size(), [&] { nodes = parse(text, kind).size(); });
  const double flattened = megabytes_per_second(text.size(), [&] { result = flatten(text, kind); });
  fmt::print(R"({{"shell": "{}", "bytes": {}, "nodes": {}, "status": "{}", "form": "{}", "parse_mb_per_s": {:.0f}, )"
             R"("flatten_mb_per_s": {:.0f}}})"
             "\n",
             shell, text.size(), nodes, to_string(result.status), to_string(result.form), parsed, flattened);
}

std::string repeated(std::string_view script) {
  std::string text;
  while (text.size() < script_bytes) text += script;
  return text;
}

std::string content(const char* path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view only = argc > 1 ? argv[1] : "";
  if (argc > 2) {
    measure(only, content(argv[2]));
    return 0;
  }
  for (const Row& row : rows) {
    if (only.empty() || only == row.shell) measure(row.shell, repeated(row.script));
  }
}
