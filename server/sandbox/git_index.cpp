#include "sandbox/git_index.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include <fmt/format.h>

namespace termhost::sandbox {
namespace {

constexpr std::size_t name_size = 20, mode_at = 24, name_at = 40, flags_at = name_at + name_size;
constexpr std::uint32_t kind_mask = 0170000, plain_file = 0100000;
constexpr unsigned has_more_flags = 0x4000, length_mask = 0x0FFF;

/// Big-endian; past the end: 0, and broken.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes), size_(bytes.size()) {}

  std::string_view take(std::size_t count) {
    broken_ = broken_ || count > rest_.size();
    if (broken_) return {};
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  std::uint32_t number(std::size_t bytes) {
    std::uint32_t value = 0;
    for (const char c : take(bytes)) value = value << 8 | static_cast<unsigned char>(c);
    return value;
  }
  std::string_view text() {
    const std::string_view taken = take(std::min(rest_.find('\0'), rest_.size()));
    take(1);
    return taken;
  }
  /// An offset in the form of packs: seven bits a byte, each but the last with one more than its value.
  std::size_t offset() {
    std::uint32_t byte = number(1);
    std::size_t value = byte & 0x7F;
    for (int more = 0; (byte & 0x80) != 0 && more < 4; ++more) {
      byte = number(1);
      value = (value + 1) << 7 | (byte & 0x7F);
    }
    return value;
  }

  [[nodiscard]] bool is_broken() const { return broken_; }
  [[nodiscard]] bool is_at_end() const { return rest_.empty(); }
  [[nodiscard]] std::size_t position() const { return size_ - rest_.size(); }

 private:
  std::string_view rest_;
  std::size_t size_;
  bool broken_ = false;
};

/// `path`: of the entry before; then of this one.
bool read_entry(Reader& reader, std::uint32_t version, std::string& path, GitIndex& index) {
  const std::size_t begin = reader.position();
  const std::string_view fixed = reader.take(flags_at);
  const std::uint32_t flags = reader.number(2);
  if ((flags & has_more_flags) != 0 && version >= 3) reader.take(2);
  if (version == 4) {
    const std::size_t dropped = reader.offset();
    if (dropped > path.size()) return false;
    path.resize(path.size() - dropped);
    path += reader.text();
  } else {
    path = reader.text();
    while ((reader.position() - begin) % 8 != 0 && !reader.is_broken()) reader.take(1);
  }
  if (reader.is_broken() || path.empty() || std::min<std::size_t>(path.size(), length_mask) != (flags & length_mask))
    return false;
  if (path.back() == '/') return true;  // a folder of a sparse index, which is not there
  const bool is_plain = (Reader(fixed.substr(mode_at)).number(4) & kind_mask) == plain_file;
  index.try_emplace(path, is_plain ? fixed.substr(name_at, name_size) : std::string_view());
  return true;
}

/// A program that does not know an extension in small letters cannot read the index.
bool says_all(std::string_view extension) {
  return (extension[0] >= 'A' && extension[0] <= 'Z') || extension == "sdir";
}

}  // namespace

std::optional<GitIndex> read_git_index(std::string_view bytes) {
  if (bytes.size() < name_size) return std::nullopt;
  const std::string_view content = bytes.substr(0, bytes.size() - name_size), sum = bytes.substr(content.size());
  if (sum.find_first_not_of('\0') != sum.npos && sum != sha1(content)) return std::nullopt;  // index.skipHash: zeros
  Reader reader(content);
  if (reader.take(4) != "DIRC") return std::nullopt;
  const std::uint32_t version = reader.number(4);
  if (version < 2 || version > 4) return std::nullopt;
  GitIndex index;
  std::string path;
  for (std::uint32_t left = reader.number(4); left > 0; --left)
    if (!read_entry(reader, version, path, index)) return std::nullopt;
  while (!reader.is_at_end()) {
    const std::string_view extension = reader.take(4);
    reader.take(reader.number(4));
    if (reader.is_broken() || !says_all(extension)) return std::nullopt;
  }
  return reader.is_broken() ? std::nullopt : std::optional(std::move(index));
}

std::string sha1(std::string_view bytes) {
  std::array<std::uint32_t, 5> sum{0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
  const auto add_block = [&](std::string_view block) {
    std::array<std::uint32_t, 80> words{};
    Reader reader(block);
    for (std::size_t i = 0; i < 16; ++i) words[i] = reader.number(4);
    for (std::size_t i = 16; i < words.size(); ++i)
      words[i] = std::rotl(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
    auto [a, b, c, d, e] = sum;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::uint32_t mixed = i < 20   ? ((b & c) | (~b & d)) + 0x5A827999
                                  : i < 40 ? (b ^ c ^ d) + 0x6ED9EBA1
                                  : i < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8F1BBCDC
                                           : (b ^ c ^ d) + 0xCA62C1D6;
      const std::uint32_t next = std::rotl(a, 5) + mixed + e + words[i];
      e = d, d = c, c = std::rotl(b, 30), b = a, a = next;
    }
    sum = {sum[0] + a, sum[1] + b, sum[2] + c, sum[3] + d, sum[4] + e};
  };
  constexpr std::size_t block = 64, length_size = 8;
  const std::uint64_t bits = std::uint64_t{bytes.size()} * 8;
  const std::size_t whole = bytes.size() / block * block;
  for (std::size_t at = 0; at < whole; at += block) add_block(bytes.substr(at, block));
  std::string last(bytes.substr(whole));
  last += '\x80';
  while (last.size() % block != block - length_size) last += '\0';
  for (int shift = 56; shift >= 0; shift -= 8) last += static_cast<char>(bits >> shift & 0xFF);
  for (std::size_t at = 0; at < last.size(); at += block) add_block(std::string_view(last).substr(at, block));
  std::string result;
  for (const std::uint32_t word : sum)
    for (int shift = 24; shift >= 0; shift -= 8) result += static_cast<char>(word >> shift & 0xFF);
  return result;
}

std::string git_name_of(std::string_view content) {
  std::string object = fmt::format("blob {}", content.size());
  object += '\0';
  return sha1(object += content);
}

}  // namespace termhost::sandbox
