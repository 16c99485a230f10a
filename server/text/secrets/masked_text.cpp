#include "text/secrets/masked_text.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "text/mask_bytes.hpp"

namespace termhost::text {
namespace {

// A secret's bytes go in fours: a lead and the three octal digits of its name. Its first lead is another one.
constexpr std::size_t cell = 4;
constexpr unsigned char first_digit = first_mask, digits = 8;
constexpr char lead = '\xfe', first_lead = first_of_secret;
constexpr char stray = '\xc0';  ///< in the place of a byte that would be taken for a mask

char mask_at(std::uint64_t index, std::uint16_t name) {
  if (index == 0) return first_lead;
  if (index % cell == 0) return lead;
  return static_cast<char>(first_digit + (name >> (3 * (index % cell - 1)) & (digits - 1)));
}

/// The index of a secret's name, from the secret's bytes; empty if too few of them are left.
std::optional<std::size_t> name_of(std::string_view masks) {
  const std::size_t first = masks.find_first_of(std::string_view("\xfe\xff"));
  if (first == std::string_view::npos) return std::nullopt;
  std::array<int, cell> digit{-1, -1, -1, -1};
  for (std::size_t i = 0; i < masks.size(); ++i) {
    const std::size_t place = (i + cell - first % cell) % cell;
    if (place != 0 && is_mask(masks[i])) digit[place] = static_cast<unsigned char>(masks[i]) - first_digit;
  }
  if (*std::min_element(digit.begin() + 1, digit.end()) < 0) return std::nullopt;
  return static_cast<std::size_t>(digit[1] | digit[2] << 3 | digit[3] << 6);
}

/// The end of the secret that begins or continues at `at`.
std::size_t secret_end(std::string_view masked, std::size_t at) {
  std::size_t end = at;
  for (std::size_t next = at; next < masked.size(); ++next) {
    const char c = masked[next];
    if (c == '\n') continue;
    if (!is_mask(c) || (c == first_lead && next > at)) break;
    end = next + 1;
  }
  return end;
}

std::size_t next_mask(std::string_view text, std::size_t from) {
  return static_cast<std::size_t>(std::find_if(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(), is_mask) -
                                  text.begin());
}

}  // namespace

void mask(std::string& text, std::uint64_t offset, std::span<const SecretSpan> spans) {
  const auto touches = [&](const SecretSpan& span) {
    return span.end() > offset && span.offset < offset + text.size();
  };
  if (std::none_of(spans.begin(), spans.end(), touches)) return;
  std::replace_if(text.begin(), text.end(), is_mask, stray);
  for (const SecretSpan& span : spans) {
    if (!touches(span)) continue;
    const std::uint64_t end = std::min<std::uint64_t>(span.end() - offset, text.size());
    for (std::uint64_t at = std::max(span.offset, offset) - offset; at < end; ++at)
      if (text[at] != '\n') text[at] = mask_at(offset + at - span.offset, span.name);
  }
}

bool hides_line_end(std::string_view masked, std::size_t at) {
  const std::size_t before = masked.find_last_not_of('\n', at);
  const std::size_t behind = masked.find_first_not_of('\n', at);
  return before != std::string_view::npos && behind != std::string_view::npos && is_mask(masked[before]) &&
         is_mask(masked[behind]) && masked[behind] != first_lead;
}

std::string in_words(const HiddenCount& hidden) {
  return fmt::format("{} secret{} hidden", hidden.secrets, hidden.secrets == 1 ? "" : "s");
}

std::string secret_label(std::string_view name) {
  return name.empty() ? "[secret hidden]" : fmt::format("[secret {} hidden]", name);
}

LabelledText labelled(std::string masked, std::span<const std::string> names) {
  std::size_t at = next_mask(masked, 0);
  if (at == masked.size()) return {std::move(masked), {}};
  LabelledText shown{masked.substr(0, at), {}};
  while (at < masked.size()) {
    const std::size_t end = secret_end(masked, at);
    const auto name = name_of(std::string_view(masked).substr(at, end - at));
    shown.text += secret_label(name && *name < names.size() ? std::string_view(names[*name]) : std::string_view());
    shown.hidden += {1, end - at};
    at = next_mask(masked, end);
    shown.text.append(masked, end, at - end);
  }
  return shown;
}

}  // namespace termhost::text
