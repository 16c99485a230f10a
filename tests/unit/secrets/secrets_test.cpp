// What is known of secrets: names of variables, texts, places.
#include <string>

#include <catch2/catch_test_macros.hpp>

#include "secrets/file_names.hpp"
#include "secrets/harmless_places.hpp"
#include "secrets/places.hpp"
#include "secrets/secret_text.hpp"
#include "secrets/token_shapes.hpp"
#include "secrets/variables.hpp"

namespace termhost::secrets {

TEST_CASE("a variable is known by its name, in whatever case") {
  for (const char* name : {"GITHUB_TOKEN",
                           "github_token",
                           "DB_PW",
                           "db_password",
                           "STORAGE_ACCESSKEY",
                           "my_api_key",
                           "npm_config__authToken",
                           "aws_secret_access_key",
                           "PGPASSWORD",
                           "TOKEN2",
                           "DB_PASSWORD_1",
                           "HF-TOKEN",
                           "clientSecret",
                           "JWT",
                           "BASIC_AUTH",
                           "DBPASS",
                           "PGPASS",
                           "CRED",
                           "SSHKEY",
                           "REDISPASS",
                           "ADMINPASS",
                           "ROOTPW",
                           "KEYSTOREPASS",
                           "MASTERKEY",
                           "PRIVKEY",
                           "USERPWD",
                           "PASSWRD",
                           "SESSIONID",
                           "HMAC",
                           "SLACK_HOOK",
                           "SASURL",
                           "SERVICE_ROLE",
                           "SUPABASE_SERVICE_ROLE",
                           "MYAPP_DBPASS",
                           "APIKEY"}) {
    INFO(name);
    CHECK(says_secret(name));
    CHECK(may_hold_secret(name));
  }
  for (const char* name : {"DATABASE_URL", "redis_url", "MONGO_URI", "SENTRY_DSN", "SLACK_WEBHOOK_URL", "SESSION_ID",
                           "SORT_KEY", "AWS_ACCESS_KEY_ID", "TOKEN_FILE", "https_proxy", "PIP_INDEX_URL", "history",
                           "SSH_AUTH_SOCK", "CONNECTION_STRING", "COOKIE_JAR", "SK", "private", "STRIPE", "SAS_URL"}) {
    INFO(name);
    CHECK_FALSE(says_secret(name));
    CHECK(may_hold_secret(name));
  }
  for (const char* name : {"HOME",   "PATH",    "PWD",       "OLDPWD",   "AUTHOR", "TOKENIZER",  "KEYBOARD", "MONKEY",
                           "PASSED", "COMPASS", "SECRETARY", "BASE_URL", "i",      "f",          "file",     "name",
                           "x1",     "",        "_",         "123",      "BYPASS", "MONKEYS",    "TURKEY",   "HOTKEY",
                           "KEYMAP", "SURPASS", "GIT_HOOK",  "ROLE",     "DONKEY", "PRIMARYKEY", "USERID"}) {
    INFO(name);
    CHECK_FALSE(may_hold_secret(name));
  }
}

TEST_CASE("a text holds a token of every known shape") {
  for (const TokenShape& shape : token_shapes()) {
    std::string body;
    for (std::size_t i = 0; body.size() < shape.least; ++i)
      if (const char c = static_cast<char>('0' + i % 75); is_in(shape.body, c)) body += c;
    if (shape.within.size() <= body.size()) body.replace(1, shape.within.size(), shape.within);
    INFO(shape.prefix << body);
    CHECK(holds_secret("curl -H x:" + std::string(shape.prefix) + body + " y"));
  }
  for (const char* text : {"https://me:hunter22@host/x", "PGPASSWORD=hunter22 psql", "a?api-key=abcdef",
                           "-H 'Authorization: Bearer abcdefgh'", "-----BEGIN PRIVATE KEY-----"}) {
    INFO(text);
    CHECK(holds_secret(text));
  }
  for (const char* text : {"ls -la", "git log --format=%H", "PASSWORD=$PW psql", "https://host:80/a@b",
                           "token=", "--max-tokens=1000", "echo xapp-1", "a7f5c6e1d2b3a4958677f5c6e1d2b3a495867788"}) {
    INFO(text);
    CHECK_FALSE(holds_secret(text));
  }
}

TEST_CASE("a copy of a file with a secret's name is secret, whatever was added to the name") {
  for (const char* original : {"id_rsa", "credentials.json", "wg3.conf", "accounts.xml", "terraform.tfstate",
                               "prod.pem", "logins.json", "cookies.sqlite", ".npmrc"})
    for (const char* copy : {"{}.bak",        "{}.bak1",      "{}.bak.2",
                             "{} (1)",        "{}(12)",       "{} copy",
                             "{} copy 2",     "Copy of {}",   "{}.~1~",
                             "{}~",           "{}-old",       "{}_backup",
                             "{}.2024-01-01", "{}-20240101",  "{}.bak-20240101",
                             "#{}#",          ".#{}",         "{}.swp",
                             "old.{}",        "backup-{}",    "{}.1699999999.backup",
                             "{}.save.3",     "{}.dpkg-dist", "{}.ucf-old",
                             "{}.rpmorig",    "{}.corrupt",   "{}-wal",
                             "{}.tar.gz",     "{}.orig",      "{}.part",
                             "{}.OLD",        "{}.1.gz"}) {
      std::string name = copy;
      name.replace(name.find("{}"), 2, original);
      INFO(name);
      CHECK(may_name_secret(name));
      CHECK(may_name_secret("x/" + name));
    }
  for (const char* name : {"credentials (2).json", "credentials copy.json", "credentials-old.json", "key (1).pem"})
    CHECK(may_name_secret(name));
  for (const char* name :
       {"README.md.bak", "main.c.orig", "id_rsa.pub.bak", "package.json.bak", "notes.1", "data (1).csv", "old.css",
        "app.log.1", "v1.2.3", "copy of a.txt", "backup.sh", "seed-42.csv", "port-80.txt"}) {
    INFO(name);
    CHECK_FALSE(may_name_secret(name));
  }
}

TEST_CASE("what is public by its name is no secret") {
  for (const char* path : {".env.example", "id_rsa.pub", "secrets.example.json", "src/auth/token.ts", "package.json",
                           "keys/index.ts", "docs/passwords.md", "core/main.c", "MyApp.Core/a.cs", "history.txt",
                           "tokenizer.json", "src/cookies", "key.ts", "README.md", ".eslintrc.json", "monkey.txt"}) {
    INFO(path);
    CHECK_FALSE(may_name_secret(path));
  }
}

TEST_CASE("what tools of projects keep is harmless, what is hidden otherwise is not") {
  for (const char* path : {".gitignore", "src/.eslintrc.cjs", ".github/workflows/ci.yml", "node_modules/x/a.json",
                           "dist/.vite/manifest.json", ".venv/lib/x.py", "debug.log", "a/.prettierrc", "target/x/y",
                           ".vscode/settings.json", "types.d.ts", ".NVMRC"}) {
    INFO(path);
    CHECK(is_harmless_place(path));
  }
  for (const char* path :
       {".mine", "NOTES.md", ".secrets.d/a.log", "local.json", "local_settings.py", "config.js", ".claude/x.json",
        ".bashrc", "a/.b/c", "notes", "dump.sql", ".eslintrcx/a", ".directory/dist.json", ""}) {
    INFO(path);
    CHECK_FALSE(is_harmless_place(path));
  }
}

TEST_CASE("places of a home are known in whatever folder") {
  for (const Place& place : secret_in_home) {
    INFO(place.path);
    if (place.path == "mail" || place.path == "Mail") continue;
    CHECK(lies_in_secret_place(place.path));
    CHECK(lies_in_secret_place("/home/me/" + std::string(place.path) + "/x"));
    CHECK_FALSE(lies_in_secret_place(std::string(place.path) + "x"));
    CHECK_FALSE(lies_in_secret_place("x" + std::string(place.path)));
  }
}

}  // namespace termhost::secrets
