// The same secrets for every way to cut a text; masks that can be cut; screens.
#include "text/secrets/secret_finder.hpp"

#include <random>

#include <catch2/catch_test_macros.hpp>

#include "support/secret_fixtures.hpp"
#include "text/secrets/hidden_screen.hpp"

namespace termhost::text {
namespace {

const std::string value = "q7Kd93hfT2xWmZ81", lines = "one 1 two 2\nthree 3 four 4";

std::shared_ptr<const Secrets> some_secrets() {
  return std::make_shared<Secrets>(std::vector<NamedValue>{{"A_TOKEN", value}, {"B_SECRET", lines}});
}

std::vector<SecretSpan> spans_of(const std::shared_ptr<const Secrets>& secrets,
                                 const std::vector<std::string_view>& pieces) {
  SecretFinder finder(secrets);
  std::vector<SecretSpan> found;
  for (const std::string_view piece : pieces) {
    finder.add(piece, found);
    REQUIRE((found.empty() || found.back().end() <= finder.decided()));
  }
  const auto rest = finder.if_ended();
  found.insert(found.end(), rest.begin(), rest.end());
  return found;
}

/// A token in each context, and values between them.
std::string long_text(std::size_t some) {
  std::string text;
  const auto contexts = testing::secret_contexts();
  std::size_t i = 0;
  for (const auto& [name, token] : testing::secret_tokens()) {
    if (token.size() > 4000) continue;
    const auto& [place, before, behind] = contexts[i++ % contexts.size()];
    text += before + token + behind;
    if (i % 5 == 0) text += "\n" + value + "|" + lines;
    if (i == some) break;
  }
  return text;
}

}  // namespace

TEST_CASE("A text in two pieces has the same secrets as the whole text, wherever it is cut") {
  const auto secrets = some_secrets();
  for (const auto& [name, token] : testing::secret_tokens()) {
    if (token.size() > 700) continue;
    const std::string text = "a\nx " + token + " " + value + " y\n" + lines + ".\n";
    const auto whole = spans_of(secrets, {text});
    REQUIRE(whole.size() == 3);
    for (std::size_t at = 0; at <= text.size(); ++at) {
      CAPTURE(name, at);
      REQUIRE(spans_of(secrets, {text.substr(0, at), std::string_view(text).substr(at)}) == whole);
    }
  }
}

TEST_CASE("A text in pieces of any size has the secrets that it has whole") {
  const auto secrets = some_secrets();
  const std::string text = long_text(1000);
  const auto whole = spans_of(secrets, {text});
  std::mt19937 random(11);
  for (std::size_t round = 0; round < 60; ++round) {
    const std::size_t most = round < 2 ? 1 + round : 1 + random() % 3000;
    std::vector<std::string_view> pieces;
    for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(pieces.back().size()))
      pieces.push_back(rest.substr(0, 1 + random() % most));
    CAPTURE(most);
    REQUIRE(spans_of(secrets, pieces) == whole);
  }
}

TEST_CASE("Whoever begins far enough before a place finds there what the whole text says") {
  const auto secrets = some_secrets();
  const std::string text = long_text(1000);
  const auto whole = spans_of(secrets, {text});
  for (std::size_t from = look_behind; from < text.size(); from += 37) {
    std::vector<SecretSpan> found;
    secrets->scan(std::string_view(text).substr(from - look_behind), look_behind, Ending::Cut, found);
    const std::uint64_t shift = from - look_behind;
    for (const SecretSpan& span : whole) {
      if (span.offset < from) continue;
      CAPTURE(from, span.offset);
      REQUIRE(std::any_of(found.begin(), found.end(), [&](const SecretSpan& f) {
        return f.offset + shift <= span.offset && f.end() + shift >= span.end();
      }));
    }
  }
}

TEST_CASE("A stream shows nothing of a secret, however it is cut, and all of the rest") {
  const auto secrets = some_secrets();
  const std::string text = long_text(40);
  const std::string whole = secrets->hide(text).text;
  for (const std::size_t size : {1U, 2U, 3U, 7U, 64U, 1000U}) {
    HiddenStream stream(secrets);
    std::string shown;
    for (std::size_t at = 0; at < text.size(); at += size) shown += stream.add(std::string_view(text).substr(at, size));
    shown += stream.finish();
    CHECK(shown == whole);
  }
}

TEST_CASE("A masked text has the size and the lines of what it hides, and can be cut anywhere") {
  const auto secrets = some_secrets();
  const std::string text = "a " + value + " b\n<" + lines + ">\n" + value + value + "\n";
  std::vector<SecretSpan> found;
  secrets->scan(text, 0, Ending::Cut, found);
  std::string masked = text;
  mask(masked, 0, found);
  REQUIRE(masked.size() == text.size());
  CHECK(std::count(masked.begin(), masked.end(), '\n') == std::count(text.begin(), text.end(), '\n'));
  CHECK(labelled(masked, secrets->names()).text ==
        "a [secret A_TOKEN hidden] b\n<[secret B_SECRET hidden]>\n[secret A_TOKEN hidden][secret A_TOKEN hidden]\n");
  for (std::size_t begin = 0; begin < text.size(); ++begin) {
    for (std::size_t end = begin; end <= text.size(); ++end) {
      const LabelledText part = labelled(masked.substr(begin, end - begin), secrets->names());
      std::string parted = text.substr(begin, end - begin);
      mask(parted, begin, found);
      REQUIRE(labelled(parted, secrets->names()).text == part.text);
      std::string outside;
      for (std::size_t at = begin; at < end; ++at)
        if (std::none_of(found.begin(), found.end(), [&](auto& s) { return s.offset <= at && at < s.end(); }))
          outside += text[at];
      std::string without_labels = part.text;
      for (const char* label : {"[secret A_TOKEN hidden]", "[secret B_SECRET hidden]", "[secret hidden]"})
        for (std::size_t at; (at = without_labels.find(label)) != std::string::npos;)
          without_labels.erase(at, std::string_view(label).size());
      REQUIRE(without_labels.size() + part.hidden.bytes == end - begin);
      std::erase(without_labels, '\n');  // of a secret, where that is cut behind it
      std::erase(outside, '\n');
      REQUIRE(without_labels == outside);
    }
  }
}

TEST_CASE("Bytes that are no text are not taken for masks") {
  const auto secrets = some_secrets();
  CHECK(secrets->hide("\xff\xfe\xf5\xf5 " + value).text == "\xc0\xc0\xc0\xc0 [secret A_TOKEN hidden]");
}

TEST_CASE("A secret on a screen is hidden, also where a program has broken it at the edge") {
  const auto secrets = some_secrets();
  using Rows = std::vector<std::string>;
  const std::string label = "[secret A_TOKEN hidden]";
  CHECK(hide_in_rows(*secrets, {"", " x " + value, "~"}, 80) == Rows{"", " x " + label, "~"});
  for (std::size_t at = 1; at < value.size(); ++at) {
    const std::string pad(20 - at, '.');
    const Rows shown = hide_in_rows(*secrets, {pad + value.substr(0, at), value.substr(at) + " y", "~"}, 20);
    CAPTURE(at);
    CHECK(shown[0].starts_with(pad + "[secret "));
    CHECK(shown[1].starts_with("[secret "));
    CHECK(shown[1].ends_with(" hidden] y"));
    for (const std::string& row : shown) CHECK(row.find_first_of("793281") == std::string::npos);
  }
  CHECK(hide_on_screen(*secrets, "...." + value.substr(0, 6) + "\n" + value.substr(6) + "\n\n", 10) ==
        "....[secret A_TOKEN hidden]\n[secret A_TOKEN hidden]\n\n");
}

}  // namespace termhost::text
