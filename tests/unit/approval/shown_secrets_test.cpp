// What masking hides, and a sandbox, is not shown by a line that needs no rule: variables in every form, files by name
// and by place.
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <fmt/format.h>

#include "approval/decision/decide.hpp"
#include "base/ascii.hpp"
#include "secrets/places.hpp"
#include "secrets/variables.hpp"
#include "support/fake_files.hpp"

namespace termhost::approval {
namespace {

using shell::ShellKind;

PolicyRules no_rules() { return {.allowed = {}, .denied = {}, .problem = {}, .builtin = BuiltinRules::ReadOnly}; }

Decision decided(std::string_view command, ShellKind shell = ShellKind::Bash, const Files* files = nullptr) {
  static const Policy policy(no_rules());
  return decide({.command = command, .shell = shell, .cwd = "/project", .workspace = {"/project"}, .files = files},
                policy);
}

Verdict verdict(std::string_view command, ShellKind shell = ShellKind::Bash, const Files* files = nullptr) {
  return decided(command, shell, files).verdict;
}

constexpr std::string_view names[] = {
    "DB_PW",   "db_password",       "github_token",          "STORAGE_ACCESSKEY", "my_api_key", "npm_config__authToken",
    "TOKEN",   "aws_session_token", "aws_secret_access_key", "PGPASSWORD",        "JWT",        "Client_Secret",
    "api_key", "HF_TOKEN_2",        "DATABASE_PASSWORD",     "_auth_token",
};

/// `V` is the variable.
constexpr std::string_view posix_forms[] = {
    "echo $V",
    "echo \"${V:1}\"",
    "echo ${V#?}",
    "echo ${V%%x}",
    "echo ${V/a/b}",
    "printf %s \"$V\" | rev",
    "printf '%s\\n' \"$V\" | base64",
    "echo \"$V\" | tr a-z b-za",
    "cat <<< \"$V\"",
    "cat <<E\n$V\nE",
    "rev <<< $V",
    "echo \"${V:-x}\"",
    "echo ${V:+$V}",
    "x=$V",
    "x=$V; echo ${x:1}",
    "x=\"a$V\"",
    "grep \"$V\" README.md",
    "date -d \"$V\"",
    "test a = \"$V\"",
    "[[ $V == a* ]] && echo a",
    "case $V in a*) echo a;; esac",
    "for c in $V; do echo ${c:1}; done",
    "echo \"$(echo $V | rev)\"",
    "ls \"$V\"",
    "wc -c <<< \"$V\"",
    "awk -v x=\"$V\" 'BEGIN{print x}'",
    "jq -n --arg x \"$V\" '$x'",
    "declare -p V",
    "printenv V",
    "read -r x <<< \"$V\"",
    "echo ${V@Q}",
    "echo ${V^^}",
    "echo ${V,,}",
    "echo \"${#V}\" \"${V: -3}\"",
    "echo ${!V}",
    "echo $((V))",
    "printf '%d' \"'$V\"",
    "cut -c2- <<< $V",
    "sed s/a/b/ <<< \"$V\"",
    "set -- $V; echo ${1:1}",
    "export X=$V",
    "echo a | sed \"s/a/$V/\"",
    "head -c 3 <(echo $V)",
    "env | rev",
    "env",
    "set",
    "declare -p",
    "export -p",
    "typeset -p",
    "printenv",
    "cat /proc/self/environ",
    "tr '\\0' '\\n' < /proc/self/environ",
    "compgen -v | cat",
    "awk 'BEGIN{print ENVIRON[\"V\"]}'",
    "jq -n env.V",
    "jq -n '$ENV.V'",
    "ps eww",
    "ps axe",
    "strings /proc/$$/environ",
    "envsubst < a.txt",
    "for token in; do :; done; echo ${token:1}",
    "false && pass=1; echo ${pass:1}",
    "python3 -c 'import os; print(os.environ)'",
    "node -p process.env.V",
    "perl -e 'print $ENV{V}'",
    "bash -c 'echo ${V:1}'",
    "timeout 5 bash -c 'echo $V'",
    "xargs echo <<< $V",
};
constexpr std::string_view bash_forms[] = {"x=V; echo ${!x}", "declare -n r=V; echo $r", "echo ${V@E}", "echo ${!V*}"};
constexpr std::string_view zsh_forms[] = {
    "echo ${(U)V}",
    "echo ${(L)V}",
    "echo ${(s:a:)V}",
    "print -r -- ${(q)V}",
    "echo ${(f)\"$(echo $V)\"}",
    "echo $V[2,-1]",
    "echo ${V[2,-1]}",
    "echo ${${V}#a}",
    "echo ${(P)x}",
    "echo ${(j:,:)${(s::)V}}",
    "echo ${=V}",
    "echo ${~V}",
    "echo ${^V}",
    "print -l ${(kv)parameters}",
    "typeset",
    "print $V:u",
    "echo ${(C)V}",
    "echo ${(Oa)V}",
};
constexpr std::string_view fish_forms[] = {
    "echo $V",
    "string sub -s 2 $V",
    "string sub --start=2 -- $V",
    "string split '' $V",
    "string reverse $V",
    "string upper \"$V\"",
    "echo $V[1]",
    "echo (string sub -s 2 $V)",
    "string replace a b $V",
    "set",
    "set -S V",
    "set --show",
    "set x $V; echo $x",
    "echo $$x",
    "printf %s $V | rev",
    "env",
    "string escape $V",
    "string length $V",
    "set -l x $V",
    "for c in (string split '' $V); echo $c; end",
};
constexpr std::string_view powershell_forms[] = {
    "$env:V",
    "$env:V.Substring(1)",
    "echo $env:V",
    "Write-Output $env:V",
    "\"$env:V\" | Out-String",
    "Get-ChildItem env:",
    "gci env:V",
    "Get-Item env:V",
    "Get-Content env:V",
    "gc env:V",
    "dir Env:",
    "${env:V}",
    "Write-Host \"x$($env:V)\"",
    "[Environment]::GetEnvironmentVariable('V')",
};

void all_ask(std::span<const std::string_view> forms, std::vector<ShellKind> shells) {
  for (const std::string_view name : names) {
    REQUIRE(secrets::says_secret(name));
    for (const std::string_view form : forms) {
      std::string line(form);
      for (std::size_t at = 0; (at = line.find('V', at)) != std::string::npos; at += name.size()) {
        const bool part = (at > 0 && base::is_name_char(line[at - 1])) || base::is_name_char(line[at + 1]);
        if (part)
          at += 1 - name.size();
        else
          line.replace(at, 1, name);
      }
      for (const ShellKind shell : shells) {
        INFO(line);
        CHECK(verdict(line, shell) == Verdict::Ask);
      }
    }
  }
}

}  // namespace

TEST_CASE("no form of a secret variable is shown without a rule") {
  all_ask(posix_forms, {ShellKind::Bash, ShellKind::Zsh});
  all_ask(bash_forms, {ShellKind::Bash});
  all_ask(zsh_forms, {ShellKind::Zsh});
  all_ask(fish_forms, {ShellKind::Fish});
  all_ask(powershell_forms, {ShellKind::PowerShell});
}

TEST_CASE("a variable that the user names is one of them") {
  PolicyRules rules = no_rules();
  rules.secret_variables = {"MY_THING"};
  const auto ask = [&](std::string_view command) {
    return decide({.command = command, .cwd = "/project", .workspace = {"/project"}}, rules).verdict;
  };
  CHECK(ask("echo ${MY_THING:1}") == Verdict::Ask);
  CHECK(ask("echo ${MY_THINGS:1}") == Verdict::Allow);
}

TEST_CASE("names that a line makes for itself, and prompts, are no secrets") {
  for (const char* line : {"for key in a b; do echo \"$key\"; done", "while read -r session; do echo $session; done",
                           "echo $HOME $author", "echo \"${name:1}\"", "for f in *.ts; do echo ${f%.ts}; done"}) {
    INFO(line);
    CHECK(verdict(line) == Verdict::Allow);
  }
  for (const char* line : {"read -p \"Token: \" x", "read -rsp 'Password: ' x", "read -p 'API key (see .env): ' k",
                           "printf 'Password: '", "printf 'Token: %s' x", "echo 'Password: '"}) {
    INFO(line);
    const Decision decision = decided(line);
    CHECK(decision.reason.find("secret") == std::string::npos);
    CHECK(decision.hazards.empty());
    CHECK(decision.verdict == Verdict::Allow);
  }
}

TEST_CASE("a file with a secret's name, an ignored file and a hidden file need approval") {
  for (const char* name : {"AuthKey_AB12.p8",
                           "terraform.tfstate.backup",
                           "_netrc",
                           ".authinfo",
                           ".databrickscfg",
                           "local.settings.json",
                           "key.properties",
                           "gha-creds-1a2b.json",
                           "x-firebase-adminsdk-1.json",
                           "wg0.conf",
                           ".irb_history",
                           "fish_history",
                           "core.1234",
                           "id_ed25519_work",
                           "prod.kubeconfig",
                           "cookies.txt",
                           "site.cookie",
                           "traefik/acme.json",
                           "userlist.txt",
                           "client_secret_12.apps.json",
                           "db-credentials.yaml",
                           "my.secrets.toml",
                           "dump.hprof",
                           "session.har",
                           "trace.pcap",
                           "passwords.xlsx",
                           ".mine",
                           ".config/x/hosts.yml",
                           ".claude/settings.json",
                           "a/.private/x.txt",
                           ".bashrc"}) {
    INFO(name);
    for (const char* program : {"cat", "head -5", "base64", "grep x", "wc -l <", "jq ."})
      CHECK(verdict(fmt::format("{} {}", program, name)) == Verdict::Ask);
  }
  testing::FakeFiles files;
  files.ignored = {"/project/local.json", "/project/conf/site.conf", "/project/local_settings.py", "/project/dist/a.js",
                   "/project/debug.log"};
  files.tracked = {"/project/.claude/settings.json", "/project/.mine"};
  files.folders = {"/project/src/core"};
  files.links = {{"/project/notes.txt", "/home/me/.ssh/id_rsa"},
                 {"/project/docs", "/home/me/docs"},
                 {"/project/tool", "/usr/share/tool"},
                 {"/project/plain.txt", "/project/.env"}};
  const auto with_files = [&](std::string_view command) { return verdict(command, ShellKind::Bash, &files); };
  for (const char* line :
       {"cat local.json", "cat < conf/site.conf", "head local_settings.py", "cat .other", "cat core", "strings core",
        "cat notes.txt", "cat docs/a.md", "ls docs", "cat plain.txt", "cat ./src/../local.json",
        "grep -flocal.json README.md", "grep --file=local.json README.md", "diff --from-file=local.json README.md",
        "grep -f local.json README.md", "for f in local.json; do cat $f; done", "rg x conf/site.conf",
        "diff local.json README.md"}) {
    INFO(line);
    CHECK(with_files(line) == Verdict::Ask);
  }
  for (const char* line : {"cat .claude/settings.json", "cat .mine", "cat dist/a.js", "tail debug.log", "cat README.md",
                           "ls src/core", "cat src/core/a.c", "cat tool/a", "stat local.json", "git diff .other",
                           "cat .gitignore", "cat .github/workflows/ci.yml", "head .eslintrc.json"}) {
    INFO(line);
    CHECK(with_files(line) == Verdict::Allow);
  }
}

TEST_CASE("built-in rules do not read what a sandbox hides in a home, even if the home is the workspace") {
  for (const secrets::Place& place : secrets::secret_in_home) {
    if (place.path == "mail" || place.path == "Mail") continue;
    INFO(place.path);
    for (const char* form : {"cat '{}'", "ls '{}'", "cat '{}/x'", "rg x '{}'", "wc -c < '{}/x'", "cat '/project/{}'"})
      CHECK(verdict(fmt::format(fmt::runtime(form), place.path)) == Verdict::Ask);
  }
}

}  // namespace termhost::approval
