// How fast a plain script is parsed and flattened, in megabytes per second of processor time. Prints one JSON object.
// usage: bench_shell [SCRIPT]     default: a text of loops, conditions, quotes and comments
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include "shell/flatten.hpp"
#include "shell/parse.hpp"

namespace {

using namespace termhost::shell;

constexpr std::string_view plain_script = R"sh(# Installs what is listed in $list, one package a line.
for package in $(cat "$list"); do
  if [ -z "$package" ] || [ -e "$prefix/share/$package/installed" ]; then
    echo "nothing to do for $package" >&2
    continue
  fi
  case "$package" in
    lib*) make -C "$source/$package" install prefix="$prefix" >>"$log" 2>&1 || exit 1 ;;
    *) cp -R "$source/$package/." "$prefix/share/${package%.tar}" && count=$((count + 1)) ;;
  esac
done

)sh";
constexpr std::size_t script_bytes = 1 << 20;
constexpr double seconds = 2;

std::string script(int argc, char** argv) {
  if (argc > 1) {
    std::ifstream file(argv[1]);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::string text;
  while (text.size() < script_bytes) text += plain_script;
  return text;
}

template <class Work>
double megabytes_per_second(std::size_t bytes, Work work) {
  const std::clock_t start = std::clock();
  std::size_t rounds = 0;
  double spent = 0;
  for (; spent < seconds; ++rounds) {
    work();
    spent = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  }
  return static_cast<double>(rounds * bytes) / spent / 1e6;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string text = script(argc, argv);
  std::size_t sink = 0;
  const double parsed = megabytes_per_second(text.size(), [&] { sink += parse(text, ShellKind::Bash).size(); });
  const double flattened =
      megabytes_per_second(text.size(), [&] { sink += flatten(text, ShellKind::Bash).command.size(); });
  fmt::print("{{\"bytes\": {}, \"parse_mb_per_s\": {:.0f}, \"flatten_mb_per_s\": {:.0f}}}\n", text.size(), parsed,
             flattened);
  return sink == 0;
}
