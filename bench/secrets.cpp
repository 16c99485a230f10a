// What looking for secrets costs: thirty values and the shapes of tokens, over ordinary logs and over what has many
// beginnings of some, in chunks as they come; beside it, turn by turn, a pass that copies the same text and one that
// counts its line ends. usage: bench_secrets [FILE]... [--json OUT.json]
#include <algorithm>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "text/position.hpp"
#include "text/secrets/secret_finder.hpp"

namespace {

using namespace termhost;
constexpr std::size_t chunk_bytes = std::size_t{64} << 10;
constexpr std::size_t log_bytes = std::size_t{16} << 20;

std::shared_ptr<const text::Secrets> thirty_values() {
  std::mt19937_64 random(5);
  std::vector<text::NamedValue> values;
  for (int i = 0; i < 30; ++i)
    values.push_back({fmt::format("TOKEN_{}", i), fmt::format("{:016x}{:x}", random(), random())});
  return std::make_shared<text::Secrets>(std::move(values));
}

std::string repeated(std::string_view lines) {
  std::string text;
  for (int i = 0; text.size() < log_bytes; ++i) text += fmt::format("{} {}", i, lines);
  return text;
}

struct Log {
  std::string name, text;
};

std::vector<Log> logs_of(const std::vector<std::string>& files) {
  std::vector<Log> logs{
      {"build log", repeated("[12/345] Building CXX object CMakeFiles/app.dir/src/module/source.cpp.o\n"
                             "/usr/bin/c++ -DNDEBUG -I/usr/include/library -O2 -Wall -std=gnu++20 -o source.cpp.o -c "
                             "../src/module/source.cpp\nwarning: unused variable 'position' [-Wunused-variable]\n")},
      {"server log",
       repeated("2026-11-24T07:12:27.123Z INFO request id=5f2b8c3e-9d1a-4b6c-8e2f method=GET "
                "url=https://api.example.test/v1/items?page=2 status=200 authorization=none took=12ms\n")}};
  for (const std::string& file : files) {
    std::ifstream in(file, std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(in), {}};
    std::string text;
    while (!content.empty() && text.size() < log_bytes) text += content;
    logs.push_back({file, std::move(text)});
  }
  return logs;
}

/// Each in turn, so that what else the machine does falls on all of them; the best of its turns, in MB per second of
/// processor time.
template <class... Work>
std::vector<double> rates(std::size_t bytes, const Work&... works) {
  std::vector<double> best(sizeof...(works));
  for (int turn = 0; turn < 9; ++turn) {
    std::size_t i = 0;
    const auto measure = [&](const auto& work) {
      const std::clock_t start = std::clock();
      work();
      const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
      best[i] = std::max(best[i], static_cast<double>(bytes) / 1e6 / std::max(seconds, 1e-6));
      ++i;
    };
    (measure(works), ...);
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> files(argv + 1, argv + argc);
  std::string out;
  if (const auto json = std::find(files.begin(), files.end(), "--json");
      json != files.end() && json + 1 != files.end()) {
    out = json[1];
    files.erase(json, json + 2);
  }
  const auto secrets = thirty_values();
  std::string lines;
  for (const Log& log : logs_of(files)) {
    std::string copy(chunk_bytes, '\0');
    std::uint64_t counted = 0, hidden = 0;
    const auto each = [&](const auto& work) {
      for (std::string_view rest = log.text; !rest.empty(); rest.remove_prefix(std::min(rest.size(), chunk_bytes)))
        work(rest.substr(0, chunk_bytes));
    };
    const auto found = rates(
        log.text.size(),
        [&] {
          text::SecretFinder finder(secrets);
          std::vector<text::SecretSpan> spans;
          each([&](std::string_view chunk) { finder.add(chunk, spans); });
          hidden = spans.size();
        },
        [&] { each([&](std::string_view chunk) { counted += text::count_line_ends(chunk); }); },
        [&] { each([&](std::string_view chunk) { std::memcpy(copy.data(), chunk.data(), chunk.size()); }); });
    fmt::print("{:<12} secrets {:6.0f} MB/s   line ends {:6.0f} MB/s   copy {:6.0f} MB/s   hidden {}\n", log.name,
               found[0], found[1], found[2], hidden);
    lines += fmt::format("{}{{\"log\": \"{}\", \"secrets\": {:.0f}, \"lineEnds\": {:.0f}, \"copy\": {:.0f}}}",
                         lines.empty() ? "" : ",\n ", log.name, found[0], found[1], found[2]);
    if (counted == 0) return 1;
  }
  if (!out.empty()) std::ofstream(out) << "[" << lines << "]\n";
  return 0;
}
