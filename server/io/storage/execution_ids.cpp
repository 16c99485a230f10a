#include "io/storage/execution_ids.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include "io/storage/os_file.hpp"

namespace termhost::io {
namespace {

constexpr const char* file_name = "last-execution-id";
constexpr std::uint64_t largest_believable = 9'007'199'254'740'991;  // 2^53 - 1: a JSON number in any language

template <class Clock>
std::chrono::milliseconds since_epoch() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch());
}

std::uint64_t read_number(const FileDescriptor& file) {
  std::array<char, 32> text{};
  const long size = read_at(file, 0, text.data(), text.size());
  std::uint64_t number = 0;
  if (size > 0) std::from_chars(text.data(), text.data() + size, number);
  return number <= largest_believable ? number : 0;
}

void write_number(const FileDescriptor& file, std::uint64_t number) {
  const std::string text = std::to_string(number) + "\n";
  std::uint64_t written = 0;
  if (write_at(file, 0, text, written)) static_cast<void>(truncate(file, text.size()));
}

}  // namespace

ExecutionIds::ExecutionIds(const StorageFolder& folder, NumberShare share)
    : folder_(folder),
      share_(share),
      ahead_(since_epoch<std::chrono::system_clock>() - since_epoch<std::chrono::steady_clock>()) {}

std::uint64_t ExecutionIds::next() {
  FileDescriptor file;
  if (const auto folder = folder_.open(Missing::Create)) file = open_or_create(*folder, file_name);
  const bool locked = file && lock(file, Lock::Exclusive);  // held for a moment; closing it releases
  const std::uint64_t last = locked ? std::max(last_, read_number(file)) : last_;
  const auto now = static_cast<std::uint64_t>((ahead_ + since_epoch<std::chrono::steady_clock>()).count());
  last_ = std::max(now, last + 1);
  last_ += (share_.of + share_.from - last_ % share_.of) % share_.of;
  if (locked) write_number(file, last_);
  return last_;
}

}  // namespace termhost::io
