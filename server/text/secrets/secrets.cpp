#include "text/secrets/secrets.hpp"

#include <algorithm>
#include <list>
#include <utility>

#include "secrets/variables.hpp"
#include "text/search/literal_set.hpp"
#include "text/secrets/assignment.hpp"
#include "text/secrets/key_block.hpp"
#include "text/secrets/spellings.hpp"
#include "text/secrets/token_match.hpp"
#include "text/secrets/url_password.hpp"

namespace termhost::text {
namespace {

using secrets::NamedShape;
using secrets::TokenShape;

constexpr std::size_t longest_shape = std::size_t{66} << 10;  ///< with the text before it

/// Merges overlapping spans. The name is the first span's; of two that begin together, the one that was added first.
void merge(std::vector<SecretSpan>& spans) {
  std::sort(spans.begin(), spans.end(), [](const SecretSpan& a, const SecretSpan& b) {
    return std::pair(a.offset, a.name) < std::pair(b.offset, b.name);
  });
  std::size_t last = 0;
  for (std::size_t i = 1; i < spans.size(); ++i) {
    SecretSpan& before = spans[last];
    if (spans[i].offset < before.end())
      before.bytes = std::max(before.end(), spans[i].end()) - before.offset;
    else
      spans[++last] = spans[i];
  }
  if (!spans.empty()) spans.resize(last + 1);
}

enum class Kind : std::uint8_t { Value, Token, Named, WebToken, UrlPassword, KeyBlock, Assignment };

/// The meaning of a literal in the text.
struct Meaning {
  Kind kind = Kind::Value;
  std::uint16_t name = 0;
  const TokenShape* token = nullptr;
  const NamedShape* named = nullptr;
};

/// The literals to look for, and what each means.
class Meanings {
 public:
  void add_values(const std::vector<NamedValue>& values) {
    for (const auto& [name, value] : values)
      for (std::string& spelling : spellings(value)) add(std::move(spelling), {Kind::Value, number_of(name)});
  }

  void add_prefixes(std::span<const std::string> prefixes) {
    constexpr std::uint16_t least = 8, most = 4096;
    for (const std::string& prefix : prefixes) {
      if (prefix.empty()) continue;
      const std::string& kept = prefixes_.emplace_back(prefix);
      own_shapes_.push_back({kept, kept, secrets::Alphabet::Token68, least, most, {}});
      add(prefix, {Kind::Token, number_of(prefix + "…"), &own_shapes_.back()});
    }
  }

  void add_shapes() {
    for (const TokenShape& shape : secrets::token_shapes())
      add(std::string(shape.prefix), {Kind::Token, number_of(shape.name), &shape});
    for (const NamedShape& shape : secrets::named_shapes())
      add(std::string(shape.key), {Kind::Named, number_of(shape.name), nullptr, &shape});
    for (const std::string_view end : secrets::assignment_ends())
      add(std::string(end), {Kind::Assignment, number_of("value")});
    add("eyJ", {Kind::WebToken, number_of("web token")});
    add("://", {Kind::UrlPassword, number_of("password")});
    add(std::string(key_block_start), {Kind::KeyBlock, number_of("private key")});
  }

  [[nodiscard]] std::vector<LiteralSet::Literal> take_literals() { return std::move(literals_); }
  [[nodiscard]] const Meaning& of(std::size_t literal) const { return meanings_[literal]; }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  std::uint16_t number_of(std::string_view name) {
    const auto known = std::find(names_.begin(), names_.end(), name);
    if (known == names_.end() && names_.size() == most_secret_names) return most_secret_names - 1;
    const auto number = static_cast<std::uint16_t>(known - names_.begin());
    if (known == names_.end()) names_.emplace_back(name);
    return number;
  }

  void add(std::string literal, Meaning meaning) {
    literals_.push_back({std::move(literal), meaning.kind == Kind::Named});
    meanings_.push_back(meaning);
  }

  std::vector<std::string> names_;
  std::vector<LiteralSet::Literal> literals_;
  std::vector<Meaning> meanings_;
  std::list<std::string> prefixes_;
  std::list<TokenShape> own_shapes_;
};

Meanings meanings_of(const std::vector<NamedValue>& values, std::span<const std::string> prefixes) {
  Meanings meanings;  // of two that begin at once the first gives the name
  meanings.add_values(values);
  meanings.add_prefixes(prefixes);
  meanings.add_shapes();
  return meanings;
}

Sighting match(const Stretch& in, std::size_t begin, const std::string& literal, const Meaning& meaning) {
  switch (meaning.kind) {
    case Kind::Value: return {begin, begin + literal.size()};
    case Kind::Token: return match_token(in, begin, *meaning.token);
    case Kind::Named: return match_named(in, begin, *meaning.named);
    case Kind::WebToken: return match_web_token(in, begin);
    case Kind::UrlPassword: return match_url_password(in, begin);
    case Kind::KeyBlock: return match_key_block(in, begin);
    case Kind::Assignment: return match_assignment(in, begin, literal);
  }
  return {};
}

}  // namespace

class Secrets::Impl {
 public:
  Impl(const std::vector<NamedValue>& values, std::span<const std::string> prefixes)
      : meanings_(meanings_of(values, prefixes)), literals_(meanings_.take_literals()) {}

  std::size_t scan(std::string_view text, std::size_t from, Ending ending, std::vector<SecretSpan>& found) const {
    const Stretch in{text, ending == Ending::More};
    std::size_t decided = text.size();
    std::vector<SecretSpan> seen;
    std::vector<LiteralSet::Place> places;
    literals_.find(text, from, places);
    for (const auto& [at, literal] : places) {
      const Meaning& meaning = meanings_.of(literal);
      const Sighting it = match(in, at, literals_.literals()[literal].text, meaning);
      if (it.open && in.goes_on)
        decided = std::min(decided, at);
      else if (it.end > it.begin)
        seen.push_back({it.begin, it.end - it.begin, meaning.name});
    }
    places.clear();
    literals_.find_begun(text, from, places);
    for (const auto& [at, literal] : places) {
      const std::size_t size = text.size() - at;
      if (in.goes_on)
        decided = std::min(decided, at);
      else if (meanings_.of(literal).kind == Kind::Value && size >= least_of_cut)
        seen.push_back({at, size, meanings_.of(literal).name});
    }
    return settle(std::move(seen), decided, found);
  }

  [[nodiscard]] const std::vector<std::string>& names() const { return meanings_.names(); }
  [[nodiscard]] std::size_t reach() const { return look_behind + std::max(longest_shape, literals_.longest()); }

 private:
  /// Undecided spans reduce `decided`: spans that they may still join are not decided either.
  static std::size_t settle(std::vector<SecretSpan> seen, std::size_t decided, std::vector<SecretSpan>& found) {
    if (seen.empty()) return decided;
    merge(seen);
    for (auto span = seen.rbegin(); span != seen.rend(); ++span)
      if (span->end() > decided) decided = std::min<std::size_t>(decided, span->offset);
    for (const SecretSpan& span : seen)
      if (span.end() <= decided) found.push_back(span);
    return decided;
  }

  Meanings meanings_;
  LiteralSet literals_;
};

Secrets::Secrets(std::vector<NamedValue> values, std::span<const std::string> prefixes)
    : impl_(std::make_unique<const Impl>(values, prefixes)) {}
Secrets::~Secrets() = default;

std::size_t Secrets::scan(std::string_view text, std::size_t from, Ending ending,
                          std::vector<SecretSpan>& found) const {
  return impl_->scan(text, from, ending, found);
}

std::span<const std::string> Secrets::names() const { return impl_->names(); }
std::size_t Secrets::reach() const { return impl_->reach(); }

LabelledText Secrets::hide(std::string text) const {
  std::vector<SecretSpan> found;
  scan(text, 0, Ending::Cut, found);
  mask(text, 0, found);
  return labelled(std::move(text), names());
}

}  // namespace termhost::text
