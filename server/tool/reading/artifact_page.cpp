#include "tool/reading/artifact_page.hpp"

#include <algorithm>
#include <vector>

#include "base/utf8.hpp"

namespace termhost::tool {
namespace {

constexpr std::uint64_t counted_bytes = 256 * 1024;
constexpr std::uint64_t longest_code_point = base::max_utf8_length;

/// The number of bytes of `text` that complete the code point at the end of `before`; 0 if they are not UTF-8.
std::size_t continuation_bytes(std::string_view before, std::string_view text) {
  const std::size_t begun = base::incomplete_utf8_suffix(before);
  if (begun == 0) return 0;
  const std::size_t missing = base::utf8_length(before[before.size() - begun]) - begun;
  const std::string_view rest = text.substr(0, missing);
  return rest.size() == missing && std::all_of(rest.begin(), rest.end(), base::is_utf8_continuation) ? missing : 0;
}

/// The most of a page that `limit` has room for with its labels; of a secret that has no room itself, as it is.
void fit_labels(std::string& masked, std::uint64_t limit, const text::Secrets& secrets) {
  constexpr std::size_t longest_label = 128;
  for (;;) {
    const text::LabelledText shown = text::labelled(masked, secrets.names());
    if (shown.hidden.secrets == 0 || shown.text.size() <= limit || masked.size() <= longest_label) return;
    const std::size_t over = std::min<std::size_t>(shown.text.size() - limit, masked.size() - longest_label);
    masked.resize(text::code_point_prefix(masked, masked.size() - over).size());
  }
}

}  // namespace

ReadResult<text::Position> locate(ArtifactReader& artifact, std::uint64_t offset) {
  text::Position at = artifact.known_before(offset);
  std::vector<char> block(std::min(counted_bytes, offset - at.offset));
  while (at.offset < offset) {
    const std::size_t wanted = std::min<std::uint64_t>(block.size(), offset - at.offset);
    const auto got = artifact.read(at.offset, std::span(block.data(), wanted));
    if (!got) return base::unexpected(got.error());
    if (*got == 0) break;
    at = text::advance(at, std::string_view(block.data(), *got));
  }
  return at;
}

ReadResult<std::string> read_text(ArtifactReader& artifact, std::uint64_t offset, std::uint64_t size) {
  std::string text(std::min(size, artifact.size() - std::min(artifact.size(), offset)), '\0');
  std::size_t done = 0;
  while (done < text.size()) {
    const auto got = artifact.read(offset + done, std::span(text.data() + done, text.size() - done));
    if (!got) return base::unexpected(got.error());
    if (*got == 0) break;
    done += *got;
  }
  text.resize(done);
  return text;
}

ReadResult<std::string> read_masked(ArtifactReader& artifact, std::uint64_t offset, std::uint64_t size,
                                    const text::Secrets* secrets) {
  if (secrets == nullptr) return read_text(artifact, offset, size);
  const auto dropped = artifact.dropped();
  const std::uint64_t lowest = dropped && offset >= dropped->end ? dropped->end : 0;
  const std::uint64_t begin = std::max(lowest, offset - std::min<std::uint64_t>(offset, secrets->reach()));
  const std::uint64_t before = offset - begin;
  auto all = read_text(artifact, begin, before + size + secrets->reach());
  if (!all || all->size() <= before) return all ? std::string() : all;
  std::vector<text::SecretSpan> found;
  secrets->scan(*all, std::min<std::uint64_t>(before, begin > lowest ? text::look_behind : 0), text::Ending::Cut,
                found);
  std::string text = all->substr(before, size);
  text::mask(text, before, found);
  return text;
}

ReadResult<ArtifactPage> read_page(ArtifactReader& artifact, std::uint64_t offset, std::uint64_t limit,
                                   const text::Secrets* secrets) {
  auto text = read_masked(artifact, offset, std::max(limit, longest_code_point), secrets);
  if (!text) return base::unexpected(text.error());
  const std::uint64_t around = std::min(offset, longest_code_point - 1);
  const auto before = read_text(artifact, offset - around, around);
  if (!before) return base::unexpected(before.error());
  const std::size_t skipped = continuation_bytes(*before, *text);
  text->erase(0, skipped);
  if (offset + skipped + text->size() < artifact.size()) {
    const std::size_t cut = base::incomplete_utf8_suffix(*text);
    if (cut < text->size()) text->resize(text->size() - cut);
  }
  if (secrets != nullptr) fit_labels(*text, limit, *secrets);
  const auto begin = locate(artifact, offset + skipped);
  if (!begin) return base::unexpected(begin.error());
  return ArtifactPage{*begin, std::move(*text)};
}

}  // namespace termhost::tool
