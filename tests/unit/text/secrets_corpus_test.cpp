// What is no secret is shown: logs of tools, sources, and what looks random in logs.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include <catch2/catch_test_macros.hpp>
#include <fmt/format.h>

#include "text/secrets/secret_finder.hpp"

namespace termhost::text {
namespace {

namespace fs = std::filesystem;

/// As an environment has them; none of them is in any log.
std::shared_ptr<const Secrets> thirty_values() {
  std::mt19937_64 random(5);
  std::vector<NamedValue> values;
  for (int i = 0; i < 30; ++i)
    values.push_back({fmt::format("TOKEN_{}", i), fmt::format("{:016x}{:x}", random(), random())});
  return std::make_shared<Secrets>(std::move(values));
}

/// What was found in a file, with what stands around it.
std::string finds_in(const fs::path& path, const std::shared_ptr<const Secrets>& secrets, std::uint64_t& bytes) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  bytes += text.size();
  SecretFinder finder(secrets);
  std::vector<SecretSpan> found;
  for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(std::min<std::size_t>(rest.size(), 1 << 16)))
    finder.add(rest.substr(0, 1 << 16), found);
  const auto last = finder.if_ended();
  found.insert(found.end(), last.begin(), last.end());
  std::string finds;
  for (const SecretSpan& span : found)
    finds += fmt::format("{}:{} {}: {}\n", path.string(), span.offset, secrets->names()[span.name],
                         text.substr(span.offset - std::min<std::uint64_t>(span.offset, 40), span.bytes + 60));
  return finds;
}

std::string finds_below(const fs::path& folder, std::uint64_t& bytes) {
  const auto secrets = thirty_values();
  std::string finds;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) finds += finds_in(entry.path(), secrets, bytes);
  return finds;
}

/// Hashes, identifiers, integrity words, encoded blobs, versions, addresses: what logs have of random words.
std::string random_log(std::size_t bytes) {
  std::mt19937_64 random(17);
  const auto from = [&](std::string_view alphabet, std::size_t size) {
    std::string word;
    for (std::size_t i = 0; i < size; ++i) word += alphabet[random() % alphabet.size()];
    return word;
  };
  constexpr std::string_view hex = "0123456789abcdef";
  constexpr std::string_view base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  constexpr std::string_view base64url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string text;
  while (text.size() < bytes) {
    text += fmt::format("commit {}\nindex {}..{} 100644\n", from(hex, 40), from(hex, 9), from(hex, 9));
    text += fmt::format("      \"integrity\": \"sha512-{}==\",\n", from(base64, 86));
    text += fmt::format("sha256:{}: Pull complete\nrequest_id={}-{}-4{}-a{}-{} ok\n", from(hex, 64), from(hex, 8),
                        from(hex, 4), from(hex, 3), from(hex, 3), from(hex, 12));
    text += fmt::format("//# sourceMappingURL=data:application/json;base64,{}\n", from(base64, 400));
    text += fmt::format("{}\n{}\n", from(base64, 76), from(base64url, 120));
    text += fmt::format("-----BEGIN CERTIFICATE-----\n{}\n{}\n-----END CERTIFICATE-----\n", from(base64, 64),
                        from(base64, 64));
    text += fmt::format("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{} jo@host\n", from(base64, 43));
    text += fmt::format("GET http://localhost:{}/a?b={}&sig={} 200\n", random() % 65536, from(hex, 16),
                        from(base64url, 20));
    text += fmt::format("_ZN8termhost{}E{} at 0x{}\n", random() % 99, from(base64url, 30), from(hex, 12));
    text += fmt::format("etag: W/\"{}\"\nX-Amz-Request-Id: {}\n", from(base64, 27),
                        from("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", 16));
  }
  return text;
}

}  // namespace

TEST_CASE("In logs of tools and recorded streams nothing is hidden") {
  std::uint64_t bytes = 0;
  CHECK(finds_below(TERMHOST_FIXTURES "/logs", bytes) == "");
  CHECK(finds_below(TERMHOST_FIXTURES "/streams", bytes) == "");
  CHECK(bytes > 100'000);
}

TEST_CASE("In what logs have of random words nothing is hidden") {
  const auto secrets = thirty_values();
  const std::string log = random_log(3'000'000);
  std::vector<SecretSpan> found;
  secrets->scan(log, 0, Ending::Cut, found);
  for (const SecretSpan& span : found)
    FAIL_CHECK(secrets->names()[span.name] << ": " << log.substr(span.offset, span.bytes));
}

/// tests/parts/secrets names a folder with the output of real tools.
TEST_CASE("In the logs of TERMHOST_SECRETS_CORPUS nothing is hidden", "[.corpus]") {
  const char* const folder = std::getenv("TERMHOST_SECRETS_CORPUS");
  REQUIRE(folder != nullptr);
  std::uint64_t bytes = 0;
  CHECK(finds_below(folder, bytes) == "");
  CHECK(bytes >= 50'000'000);
  WARN(bytes << " bytes");
}

}  // namespace termhost::text
