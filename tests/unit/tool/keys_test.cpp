// Keys and text as bytes: what xterm sends (ctlseqs, "PC-Style Function Keys").
#include "tool/keys.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace termhost;
using tool::key_bytes;
using tool::text_bytes;

TEST_CASE("keys are what xterm sends for them") {
  struct Case {
    const char *key, *bytes;
  };
  const Case cases[] = {
      {"enter", "\r"},
      {"<Enter>", "\r"},
      {"<CR>", "\r"},
      {"<Esc>", "\x1b"},
      {"tab", "\t"},
      {"<S-Tab>", "\x1b[Z"},
      {"shift+tab", "\x1b[Z"},
      {"<BS>", "\x7f"},
      {"<C-c>", "\x03"},
      {"ctrl+c", "\x03"},
      {"Ctrl+]", "\x1d"},
      {"<C-\\>", "\x1c"},
      {"<C-/>", "\x1f"},
      {"<M-x>", "\x1bx"},
      {"alt+b",
       "\x1b"
       "b"},
      {"<C-M-c>", "\x1b\x03"},
      {"up", "\x1b[A"},
      {"<Up>", "\x1b[A"},
      {"<C-Up>", "\x1b[1;5A"},
      {"shift+right", "\x1b[1;2C"},
      {"<Home>", "\x1b[H"},
      {"<F1>", "\x1bOP"},
      {"<S-F1>", "\x1b[1;2P"},
      {"f5", "\x1b[15~"},
      {"<C-F5>", "\x1b[15;5~"},
      {"<Del>", "\x1b[3~"},
      {"<PageDown>", "\x1b[6~"},
      {"<kPlus>", "+"},
      {"q", "q"},
      {"<", "<"},
      {"-", "-"},
      {"+", "+"},
      {"ä", "ä"},
      {":wq<Enter>", ":wq\r"},
      {"a<lt>b", "a<b"},
      {"<C-w><C-w>ix<Esc>", "\x17\x17ix\x1b"},
      {"<A-Enter>", "\x1b\r"},
      {"<S-a>", "A"},
      {"<Space>", " "},
      {"/a-b<CR>", "/a-b\r"},
      {"hello", "hello"},
      {"enterr", "enterr"},
      {"1+1", "1+1"},
      {"ihello<Esc>:wq<Enter>", "ihello\x1b:wq\r"},
      {"if a < b && c > d<Enter>", "if a < b && c > d\r"},
      {"a<b", "a<b"},
      {"<-", "<-"},
      {"cat <<EOF<Enter>", "cat <<EOF\r"},
      {"<>", "<>"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.key);
    REQUIRE(key_bytes(c.key));
    CHECK(*key_bytes(c.key) == c.bytes);
  }
  CHECK(*key_bytes("<C-Space>") == std::string(1, '\0'));
}

TEST_CASE("what is no key is none") {
  struct Case {
    const char *key, *unknown;
  };
  for (const Case& c : {Case{"hyper+x", "hyper+x"}, Case{"<Nope>", "<Nope>"}, Case{"ctrl+ä", "ctrl+ä"},
                        Case{"x<Nope>y", "<Nope>"}, Case{"ctrl+", "ctrl+"}, Case{"<C-enterr>", "<C-enterr>"}}) {
    CAPTURE(c.key);
    REQUIRE_FALSE(key_bytes(c.key));
    CHECK(key_bytes(c.key).error() == c.unknown);
  }
}

TEST_CASE("where the program asked for it, cursor keys and the numbers' pad are the application's") {
  const text::KeyModes modes{.application_cursor_keys = true, .application_keypad = true};
  CHECK(*key_bytes("<Up>", modes) == "\x1bOA");
  CHECK(*key_bytes("<Home>", modes) == "\x1bOH");
  CHECK(*key_bytes("<C-Up>", modes) == "\x1b[1;5A");
  CHECK(*key_bytes("<Del>", modes) == "\x1b[3~");
  CHECK(*key_bytes("<k5>", modes) == "\x1bOu");
  CHECK(*key_bytes("<kEnter>", modes) == "\x1bOM");
}

TEST_CASE("several lines are pasted where the program asked for that, and Enter stays Enter") {
  const text::KeyModes modes{.bracketed_paste = true};
  CHECK(text_bytes("a\nb\n") == "a\rb\r");
  CHECK(text_bytes("a\nb\n", modes) == "\x1b[200~a\rb\x1b[201~\r");
  CHECK(text_bytes("a\n", modes) == "a\r");
  CHECK(text_bytes("\n\n", modes) == "\r\r");
  CHECK(text_bytes("a\n\x1b[201~rm\nb", modes) == "\x1b[200~a\rrm\rb\x1b[201~");
  CHECK(tool::without_paste_marks("\x1b[20\x1b[200~0~x") == "x");
}
