#include "cli/log.hpp"

#include <chrono>
#include <cstdio>
#include <utility>

#include <fmt/format.h>

namespace termhost::cli {
namespace {

constexpr base::Millis interval{10'000};
constexpr std::size_t max_kinds = 64;

/// Lines of a kind differ behind a colon, or in a number.
std::string_view kind_of(std::string_view line) { return line.substr(0, line.find_first_of(":0123456789")); }

}  // namespace

LimitedLog::~LimitedLog() {
  for (auto& [name, kind] : kinds_) tell_rest(name, kind);
}

void LimitedLog::say(std::string_view line, base::Instant now) {
  const std::string name(kinds_.size() < max_kinds || kinds_.contains(kind_of(line)) ? kind_of(line) : "other");
  const auto [found, is_new] = kinds_.try_emplace(name, Kind{now});
  Kind& kind = found->second;
  if (!is_new && now - kind.last_written < interval) {
    ++kind.untold;
    return;
  }
  tell_rest(name, kind);
  kind.last_written = now;
  write_(line);
}

void LimitedLog::tell_rest(std::string_view name, Kind& kind) {
  if (const std::uint64_t count = std::exchange(kind.untold, 0); count > 0)
    write_(fmt::format("{} … {} more of these", name.substr(0, name.find_last_not_of(' ') + 1), count));
}

void log_line(std::string_view line) {
  static LimitedLog log([](std::string_view text) { fmt::print(stderr, "{}{}\n", log_prefix, text); });
  log.say(line, std::chrono::time_point_cast<base::Duration>(std::chrono::steady_clock::now()));
}

void log_unusable(std::string_view problem) {
  log_line(fmt::format("{}; every command needs approval until it is fixed", problem));
}

}  // namespace termhost::cli
