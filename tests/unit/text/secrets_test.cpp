// Secrets by their shapes and by the variables that hold them, wherever programs print them.
#include "text/secrets/secrets.hpp"

#include <catch2/catch_test_macros.hpp>
#include <fmt/format.h>

#include "secrets/variables.hpp"
#include "support/secret_fixtures.hpp"
#include "text/secrets/base64.hpp"

namespace termhost::text {
namespace {

std::string shown(const Secrets& secrets, const std::string& text) { return secrets.hide(text).text; }

const std::string token = "q7Kd93hfT2xWmZ81";  // a value that nothing else looks like

}  // namespace

TEST_CASE("Every token of the table is hidden wherever it is printed, and nothing else") {
  const Secrets secrets({});
  for (const auto& [name, text] : testing::secret_tokens()) {
    for (const auto& [place, before, behind] : testing::secret_contexts()) {
      CAPTURE(name, text, place);
      const LabelledText hidden = secrets.hide(before + text + behind);
      CHECK(hidden.text == before + "[secret " + name + " hidden]" + behind);
      CHECK(hidden.hidden == HiddenCount{1, text.size()});
    }
  }
}

TEST_CASE("A value is hidden in every way that programs write it") {
  const std::string value = "p\"ss/w+rd é 1&\\x";
  const Secrets secrets({{"DB_PASSWORD", value}});
  const std::string label = "[secret DB_PASSWORD hidden]";
  const std::string written[] = {value,
                                 R"(p\"ss/w+rd é 1&\\x)",
                                 R"(p\"ss\/w+rd é 1&\\x)",
                                 R"(p\"ss/w+rd é 1\u0026\\x)",
                                 "p%22ss%2Fw%2Brd%20%C3%A9%201%26%5Cx",
                                 "p%22ss%2fw%2brd%20%c3%a9%201%26%5cx"};
  for (const std::string& spelling : written) CHECK(shown(secrets, "a '" + spelling + "' b") == "a '" + label + "' b");
  for (const std::string& user : std::vector<std::string>{"", "u", "us", "user:"}) {
    const std::string encoded = in_base64(user + value + "!");
    CAPTURE(user, encoded);
    const std::string hidden = shown(secrets, "Cookie " + encoded);
    CHECK(hidden.find(label) != std::string::npos);
    CHECK(hidden.size() <= std::string("Cookie ").size() + label.size() + 4 + (user.size() * 8 + 5) / 6);
  }
}

TEST_CASE("A value is hidden in the form that each program gives it") {
  struct Row {
    std::string value, program, written;
  };
  const Row rows[] = {
      {R"(p@ss"w$rd/1 x)", "declare -p", R"(p@ss\"w\$rd/1 x)"},
      {"Xk9 mQ2vLpq", "printf %q", R"(Xk9\ mQ2vLpq)"},
      {"Xk9,m!Q2(v)#pq", "printf %q", R"(Xk9\,m\!Q2\(v\)#pq)"},
      {"Xk9,m!Q2(v)#pq", "${(q)}", R"(Xk9,m!Q2\(v\)\#pq)"},
      {"it's9$Zq", "string escape", R"(it\'s9\$Zq)"},
      {"it's9$Zq", "$'…'", R"(it\'s9$Zq)"},
      {"it's9$Zq", "shlex.quote", R"(it'"'"'s9$Zq)"},
      {"it's9$Zq", "PowerShell", "it''s9$Zq"},
      {R"(Xk9"m\Q2v)", "repr", R"(Xk9"m\\Q2v)"},
      {"Xk9 mQ2/v~L*p", "quote", "Xk9%20mQ2/v~L%2Ap"},
      {"Xk9 mQ2/v~L*p", "quote_plus", "Xk9+mQ2%2Fv~L%2Ap"},
      {"Xk9 mQ2/v~L*p", "URLSearchParams", "Xk9+mQ2%2Fv%7EL*p"},
      {"Xk9 mQ2/v~L*p", "urlencode", "Xk9+mQ2%2Fv%7EL%2Ap"},
      {"Xk9 mQ2/v~L*p", "UrlEncode", "Xk9+mQ2%2fv%7eL*p"},
      {"Xk9 mQ2/v~L*p", "encodeURIComponent", "Xk9%20mQ2%2Fv~L*p"},
      {"Xk9 mQ2/v~L*p\"", "encodeURI", "Xk9%20mQ2/v~L*p%22"},
      {"Xk9\u00e9\u043cQ2vLpf", "json.dumps", R"(Xk9\u00e9\u043cQ2vLpf)"},
      {"Xk9\u00e9\u043cQ2vLpf", "Jackson", R"(Xk9\u00E9\u043CQ2vLpf)"},
      {"Xk9\U0001f511/Q2vLpf", "json_encode", R"(Xk9\ud83d\udd11\/Q2vLpf)"},
      {"Xk9'Q2+\"L\u00e9", "System.Text.Json", R"(Xk9\u0027Q2\u002B\u0022L\u00E9)"},
  };
  for (const auto& [value, program, written] : rows) {
    CAPTURE(value, program, written);
    CHECK(shown(Secrets({{"DB_PASSWORD", value}}), "<" + written + ">") == "<[secret DB_PASSWORD hidden]>");
  }
}

TEST_CASE("Of values that overlap every byte is hidden, as one, by the name of the first") {
  const Secrets secrets({{"A_TOKEN", "12ab34cd56ef"}, {"B_TOKEN", "56ef78gh90ij"}, {"C_TOKEN", "cd56ef78"}});
  CHECK(shown(secrets, "<12ab34cd56ef78gh90ij>") == "<[secret A_TOKEN hidden]>");
  CHECK(shown(secrets, "<34cd56ef78gh90ij>") == "<34[secret C_TOKEN hidden]>");
  CHECK(shown(secrets, "12ab34cd56ef12ab34cd56ef") == "[secret A_TOKEN hidden][secret A_TOKEN hidden]");
}

TEST_CASE("A value of several lines is one secret, and each of its lines is one by itself") {
  const std::string lines = "first: " + token + "\nsecond: Zx81mWq7Kd93hfT2\nend";
  const Secrets secrets({{"MY_SECRET", lines}});
  CHECK(shown(secrets, "MY_SECRET=" + lines + "\nHOME=/root\n") == "MY_SECRET=[secret MY_SECRET hidden]\nHOME=/root\n");
  CHECK(shown(secrets, "> second: Zx81mWq7Kd93hfT2\n") == "> [secret MY_SECRET hidden]\n");
  const std::string mixed = "aaBB77zzQ9x\n9f86d081\nmode: 2\nversion2\nListen 80\nccDD88yyW8v";
  const Secrets short_lines({{"MY_SECRET", mixed}});
  for (const char* line : {"aaBB77zzQ9x", "9f86d081", "ccDD88yyW8v"})
    CHECK(shown(short_lines, std::string("a ") + line + " b") == "a [secret MY_SECRET hidden] b");
  for (const char* line : {"mode: 2 b", "version2 b", "Listen 80 b"}) CHECK(shown(short_lines, line) == line);
}

TEST_CASE("Credentials in a URL are hidden, and nothing else of it") {
  const Secrets secrets({});
  const auto hidden = [&](const std::string& url) { return shown(secrets, url); };
  CHECK(hidden("origin\thttps://jo:s3cr3tw0rd@git.test/a.git (fetch)\n") ==
        "origin\thttps://jo:[secret password hidden]@git.test/a.git (fetch)\n");
  CHECK(hidden("postgres://app:hun-ter@db:5432/app?x=1") == "postgres://app:[secret password hidden]@db:5432/app?x=1");
  CHECK(hidden("amqp://:p@ss@host/") == "amqp://:[secret password hidden]@host/");
  CHECK(hidden("https://9f86d081884c7d659a2feaa0c55ad015@o1.ingest.test/2") ==
        "https://[secret password hidden]@o1.ingest.test/2");
  for (const std::string& open :
       std::vector<std::string>{"https://a.test:8080/x@y", "git+ssh://git@github.com/a/b", "https://user:password@host",
                                "https://$USER:$PASS@h", "http://localhost:3000 mail@host.test",
                                "https://registry.example.org/@types/node", "ftp://u:***@h", "://a:b@c"})
    CHECK(hidden(open) == open);
}

TEST_CASE("What only a name tells apart from a hash is hidden behind that name") {
  const Secrets secrets({});
  const std::string key = "wJalrXUtnFEMIaK7MDENGbPxRfiCYEqwertyKEYs";
  for (const std::string& before : std::vector<std::string>{
           "aws_secret_access_key = ", "AWS_SECRET_ACCESS_KEY=", R"("SecretAccessKey": ")", "secret_access_key: '"})
    CHECK(shown(secrets, before + key + "\n") == before + "[secret AWS secret key hidden]\n");
  CHECK(shown(secrets, "commit " + key + "\n") == "commit " + key + "\n");
  CHECK(shown(secrets, "> Authorization: Basic dXNlcjpzZWNyZXQtd29yZA==\r\n") ==
        "> Authorization: Basic [secret authorization hidden]\r\n");
  CHECK(shown(secrets, R"('authorization': 'Bearer abc.DEF-123_456~x')") ==
        R"('authorization': 'Bearer [secret authorization hidden]')");
  CHECK(shown(secrets, "//r.test/:_authToken=0f8fad5b-d9cb-469f-a165-70867728950e") ==
        "//r.test/:_authToken=[secret npm token hidden]");
  for (const std::string& open :
       std::vector<std::string>{"Authorization: Bearer <token>", "the authorization configurations for the storage"})
    CHECK(shown(secrets, open) == open);
}

TEST_CASE("A variable of another environment is hidden where its name says secret and its value looks like one") {
  const Secrets secrets({});
  CHECK(shown(secrets, "DB_PASSWORD=" + token + "\n") == "DB_PASSWORD=[secret value hidden]\n");
  CHECK(shown(secrets, R"("Env": ["APP_SECRET=a b-9 c$d e", "X=1"])") == R"("Env": ["APP_SECRET=a b-9 c$d e", "X=1"])");
  CHECK(shown(secrets, R"(declare -x JWT_SECRET="long pass 9 phrase!")") ==
        R"(declare -x JWT_SECRET="[secret value hidden]")");
  for (const std::string& open : std::vector<std::string>{
           "API_TOKEN=$OTHER_TOKEN\n", "TOKEN_FILE=" + token, std::string("MAX_TOKEN=4096000000"),
           std::string("AUTH_TOKEN=disabled"), "cache_key=" + token, "SSH_KEY=/home/jo/.ssh/id_rsa"})
    CHECK(shown(secrets, open) == open);
}

TEST_CASE("A private key is hidden in whatever form it is printed, and where its end is missing") {
  const Secrets secrets({});
  std::string key;
  for (const auto& [name, text] : testing::secret_tokens())
    if (text.starts_with("-----BEGIN RSA") && key.empty()) key = text;
  REQUIRE(key.size() > 1000);
  const auto with = [&](std::string_view line_end, const std::string& begin = "") {
    std::string text = begin;
    for (const char c : key) c == '\n' ? text += std::string(line_end) + begin : text += c;
    return text;
  };
  const std::string label = "[secret private key hidden]";
  CHECK(shown(secrets, "KEY=\"" + with("\\n") + "\"\n") == "KEY=\"" + label + "\"\n");
  CHECK(shown(secrets, with("\r\n") + "\r\n$ ") == label + "\r\n$ ");
  CHECK(shown(secrets, with("\n", "id_rsa-12-") + "\n--\n") == "id_rsa-12-" + label + "\n--\n");
  CHECK(shown(secrets, with("\n", "    12 | ") + "\n") == "    12 | " + label + "\n");
  CHECK(shown(secrets, with("\n", "+") + "\n") == "+" + label + "\n");
  const std::string head = key.substr(0, 32 + 3 * 65);
  CHECK(shown(secrets, head + "and more of it\n") == label + "\nand more of it\n");
  CHECK(shown(secrets, "if line == '-----BEGIN PRIVATE KEY-----':\n    inside = True\n") ==
        "if line == '-----BEGIN PRIVATE KEY-----':\n    inside = True\n");
  CHECK(shown(secrets, "-----BEGIN CERTIFICATE-----" + key.substr(31)) ==
        "-----BEGIN CERTIFICATE-----" + key.substr(31));
}

TEST_CASE("Beginnings of tokens that the person names are shapes too") {
  const std::vector<std::string> prefixes{"acme_live_"};
  const Secrets secrets({}, prefixes);
  CHECK(shown(secrets, "key: acme_live_" + token + ",") == "key: [secret acme_live_… hidden],");
}

TEST_CASE("What looks like the beginning of a secret at the end of a text is one") {
  const Secrets secrets({{"A_TOKEN", token}});
  CHECK(shown(secrets, "it is " + token.substr(0, 8)) == "it is [secret A_TOKEN hidden]");
  CHECK(shown(secrets, "it is " + token.substr(0, 3)) == "it is " + token.substr(0, 3));
  CHECK(shown(secrets, "it is ghp_U8JZpDE") == "it is [secret GitHub token hidden]");
  CHECK(shown(secrets, "postgres://app:hunt3rQ9zX@") == "postgres://app:[secret password hidden]@");
  for (const std::string& begun : std::vector<std::string>{"hunt3rQ9zX", "hunt", "123456", "12:34", "8080x"})
    CHECK(shown(secrets, "at postgres://app:" + begun) == "at postgres://app:[secret password hidden]");
  for (const std::string& open : std::vector<std::string>{
           "postgres://app", "postgres://app:", "postgres://app:hun", "http://localhost:3000", "http://a.test:65535.",
           "ws://host:8080/path", "http://[::1", "http://[fe80::1234:5678:9abc", "http://[::1]:8080",
           "postgres://app:hunt3rQ9zX\n", "https://user:password", "https://$USER:$PASS", "file:///a:bcdef"})
    CHECK(shown(secrets, open) == open);
}

TEST_CASE("Placeholders are no tokens") {
  const Secrets secrets({});
  for (const std::string& open :
       std::vector<std::string>{"ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "AKIAIOSFODNN7EXAMPLE",
                                "xoxb-your-token-here-your-token-here", "sk_live_0000000000000000000000"})
    CHECK(shown(secrets, open) == open);
}

TEST_CASE("Names that say secret, and those that only speak of one") {
  for (const char* name : {"GITHUB_TOKEN", "PGPASSWORD", "npm_config__authtoken", "SECRET_KEY", "AWS_SECRET_ACCESS_KEY",
                           "API_KEY", "MYSQL_PWD", "DB_PASS", "STRIPE_API_KEY", "APP_PRIVATE_KEY", "MY_CREDENTIALS"}) {
    CAPTURE(name);
    CHECK(secrets::says_secret(name));
  }
  for (const char* name : {"PATH", "PWD", "OLDPWD", "SSH_AUTH_SOCK", "TOKEN_FILE", "SECRET_NAME", "GIT_ASKPASS",
                           "KEYBOARD", "MAX_TOKENS_LIMIT", "XAUTHORITY", "PUBLIC_KEY", "SORT_KEY", "COMPASS"}) {
    CAPTURE(name);
    CHECK_FALSE(secrets::says_secret(name));
  }
}

TEST_CASE("Values that may be a secret") {
  for (const std::string& value : std::vector<std::string>{token, std::string("correct horse battery staple"),
                                                           std::string("/wJalrXUtnFEMI7K7MDENGbPxRfiC")})
    CHECK(may_be_secret(value));
  for (const std::string& open : std::vector<std::string>{
           "short1", "true", "12345678", "production", "osxkeychain", "/run/secrets/db", "~/.token",
           "your_api_key_here", "changeme123", "${OTHER}", "https://a.test/x", "2024-01-31", "********"})
    CHECK_FALSE(may_be_secret(open));
  CHECK(secret_values({{"A_TOKEN", " " + token + "\n"}, {"B", token}, {"C", "four"}}, {"C"}) ==
        std::vector<NamedValue>{{"A_TOKEN", token}, {"C", "four"}});
}

TEST_CASE("Of a name that says password nearly every value is one") {
  const auto hidden = [](const std::string& name, const std::string& value) {
    return !secret_values({{name, value}}, {}).empty();
  };
  for (const char* name : {"DB_PASSWORD", "PGPASSWORD", "MYSQL_PWD", "SMTP_PASS", "GPG_PASSPHRASE", "DB_PASSWD_RO"}) {
    for (const char* value :
         {"qwer-tyui-opas", "pass-phrase-heres", "correct horse batt", "correct horse battery staple", "zxcv,bnm,asdf",
          "kkk=lll=mmm=", "me.and.you@corporation.example", "a+b+c+d+e", "pw>with<two"}) {
      CAPTURE(name, value);
      CHECK(hidden(name, value));
    }
    for (const char* open :
         {"short-1", "12345678", "2024-01-31", "postgres", "production", "/run/secrets/db", "********", "changeme123",
          "your_password", "<password>", "${OTHER}", "https://a.test/x"}) {
      CAPTURE(name, open);
      CHECK_FALSE(hidden(name, open));
    }
  }
  for (const char* open : {"use-the-keyring", "correct horse batt", "kkk=lll=mmm="})
    CHECK_FALSE(hidden("A_TOKEN", open));
  CHECK_FALSE(hidden("OLDPWD", "qwer-tyui-opas"));
}

}  // namespace termhost::text
