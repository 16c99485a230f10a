// What is known of places, with the reason why: what may be written, what in that may not, what is hidden.
#pragma once

#include <array>
#include <string_view>

#include "sandbox/plan.hpp"

namespace termhost::sandbox {

struct Row {
  std::string_view path;
  std::string_view reason;
};

/// A cache below the home folder. Programs outside use what is in one without looking at it again, so a terminal writes
/// to a copy of its own.
struct Cache {
  std::string_view path;
  std::string_view variable;    ///< says where it is; empty: none does
  std::string_view in_scratch;  ///< the folder that takes its place
};
inline constexpr std::array caches{
    Cache{".cache", "XDG_CACHE_HOME", "cache"},
    Cache{".npm", "npm_config_cache", "npm"},
    Cache{"go/pkg/mod", "", ""},  // it is enough to read it
    Cache{".cargo/registry", "", ""},
    Cache{".cargo/git", "", ""},
    Cache{".ccache", "", ""},
    Cache{".m2/repository", "", ""},
    Cache{".gradle/caches", "", ""},
    Cache{".nuget/packages", "", ""},
    Cache{".local/share/pnpm/store", "", ""},
    Cache{".yarn/berry", "", ""},
    Cache{".bun/install/cache", "", ""},
    Cache{".composer/cache", "", ""},
    Cache{".ivy2/cache", "", ""},
};

/// Below the home folder, beside what names tell.
inline constexpr std::array secret_in_home{
    Row{".config/gh", "tokens"},
    Row{".config/hub", "tokens"},
    Row{".config/gcloud", "tokens"},
    Row{".config/op", "passwords"},
    Row{".config/rclone", "passwords"},
    Row{".config/google-chrome", "cookies and passwords"},
    Row{".config/chromium", "cookies and passwords"},
    Row{".config/BraveSoftware", "cookies and passwords"},
    Row{".mozilla", "cookies and passwords"},
    Row{".thunderbird", "mail and passwords"},
    Row{".local/share/keyrings", "passwords"},
    Row{".config/google-chrome-beta", "cookies and passwords"},
    Row{".config/google-chrome-unstable", "the same"},
    Row{".config/microsoft-edge", "the same"},
    Row{".config/microsoft-edge-beta", "the same"},
    Row{".config/microsoft-edge-dev", "the same"},
    Row{".config/vivaldi", "the same"},
    Row{".config/vivaldi-snapshot", "the same"},
    Row{".config/opera", "the same"},
    Row{".config/mozilla", "the same"},
    Row{".config/falkon", "the same"},
    Row{".librewolf", "the same"},
    Row{".waterfox", "the same"},
    Row{".zen", "the same"},
    Row{".local/share/epiphany", "the same"},
    Row{".local/share/qutebrowser", "the same"},
    Row{".local/share/torbrowser", "the same"},
    Row{".pki", "keys of browsers"},
    Row{".var/app", "of programs from Flatpak: browsers, mail"},
    Row{"snap/brave", "cookies and passwords"},
    Row{"snap/chromium", "the same"},
    Row{"snap/firefox", "the same"},
    Row{"snap/thunderbird", "mail and passwords"},
    Row{".icedove", "mail and passwords"},
    Row{".local/share/evolution", "mail"},
    Row{".config/evolution", "mail and passwords"},
    Row{".local/share/geary", "mail"},
    Row{".config/geary", "mail and passwords"},
    Row{".local/share/kmail2", "mail"},
    Row{".local/share/local-mail", "mail"},
    Row{".local/share/akonadi", "mail"},
    Row{".claws-mail", "mail and passwords"},
    Row{".mutt", "passwords"},
    Row{".muttrc", "passwords"},
    Row{".config/mutt", "passwords"},
    Row{".config/neomutt", "passwords"},
    Row{".config/aerc", "passwords"},
    Row{".config/himalaya", "passwords"},
    Row{".mbsyncrc", "passwords"},
    Row{".config/isyncrc", "passwords"},
    Row{".offlineimaprc", "passwords"},
    Row{".fetchmailrc", "passwords"},
    Row{".msmtprc", "passwords"},
    Row{".config/msmtp", "passwords"},
    Row{".mail", "mail"},
    Row{"mail", "mail"},
    Row{"Mail", "mail"},
    Row{"Maildir", "mail"},
    Row{".config/Signal", "messages"},
    Row{".config/Slack", "messages and cookies"},
    Row{".config/discord", "messages and cookies"},
    Row{".config/Element", "messages and keys"},
    Row{".local/share/TelegramDesktop", "messages"},
    Row{".local/share/fish/fish_history", "what was typed"},
    Row{".local/share/atuin", "what was typed"},
    Row{".local/share/powershell/PSReadLine", "what was typed"},
    Row{".local/state/bash/history", "what was typed"},
    Row{".local/state/zsh/history", "what was typed"},
    Row{".zsh_sessions", "what was typed"},
    Row{".zhistory", "what was typed"},
    Row{".histfile", "what was typed"},
    Row{".history", "what was typed"},
    Row{".sh_history", "what was typed"},
    Row{".ksh_history", "what was typed"},
    Row{".mksh_history", "what was typed"},
    Row{".sqlite_history", "what was typed"},
    Row{".rediscli_history", "what was typed"},
    Row{".irb_history", "what was typed"},
    Row{".config/keepassxc", "passwords"},
    Row{".local/share/kwalletd", "passwords"},
    Row{".local/share/gopass", "passwords"},
    Row{".config/Bitwarden", "passwords"},
    Row{".config/Bitwarden CLI", "passwords"},
    Row{".config/1Password", "passwords"},
    Row{".config/containers/auth.json", "passwords"},
    Row{".config/helm/registry/config.json", "passwords"},
    Row{".config/helm/repositories.yaml", "passwords"},
    Row{".config/sops", "keys"},
    Row{".terraform.d/credentials.tfrc.json", "tokens"},
    Row{".pulumi/credentials.json", "tokens"},
    Row{".oci", "keys"},
    Row{".fly/config.yml", "tokens"},
    Row{".config/doctl", "tokens"},
    Row{".config/hcloud", "tokens"},
    Row{".config/scw", "tokens"},
    Row{".config/stripe", "keys"},
    Row{".config/netlify", "tokens"},
    Row{".config/linode-cli", "tokens"},
    Row{".config/glab-cli", "tokens"},
    Row{".config/tea", "tokens"},
    Row{".cache/huggingface/token", "tokens"},
    Row{".cache/huggingface/stored_tokens", "tokens"},
    Row{".huggingface", "tokens"},
    Row{".kaggle", "tokens"},
    Row{".config/pypoetry/auth.toml", "passwords"},
    Row{".config/composer/auth.json", "passwords"},
    Row{".composer/auth.json", "passwords"},
    Row{".nuget/NuGet/NuGet.Config", "passwords"},
    Row{".ivy2/.credentials", "passwords"},
    Row{".config/git/credentials", "passwords"},
    Row{".cargo/credentials.toml", "tokens"},
    Row{".gem/credentials", "tokens"},
    Row{".m2/settings.xml", "passwords"},
    Row{".gradle/gradle.properties", "passwords"},
    Row{".claude.json", "tokens"},
    Row{".claude/.credentials.json", "tokens"},
    Row{".codex/auth.json", "tokens"},
    Row{".gemini/oauth_creds.json", "tokens"},
    Row{".gemini/mcp-oauth-tokens.json", "tokens"},
    Row{".gemini/.env", "keys"},
    Row{".qwen/oauth_creds.json", "tokens"},
    Row{".qwen/.env", "keys"},
    Row{".copilot", "tokens, what was said"},
    Row{".config/github-copilot", "tokens"},
    Row{".config/cursor", "tokens"},
    Row{".config/Cursor", "tokens, cookies"},
    Row{".cursor/cli-config.json", "who is logged in"},
    Row{".cursor/mcp.json", "keys of servers"},
    Row{".config/Code/User/globalStorage", "tokens of extensions"},
    Row{".local/share/opencode/auth.json", "tokens"},
    Row{".local/share/opencode/mcp-auth.json", "tokens"},
    Row{".local/share/amp/secrets.json", "tokens"},
    Row{".local/share/crush/crush.json", "keys"},
    Row{".config/crush/crush.json", "keys"},
    Row{".config/goose/secrets.yaml", "keys"},
    Row{".config/io.datasette.llm/keys.json", "keys"},
    Row{".continue/config.json", "keys"},
    Row{".continue/config.yaml", "keys"},
    Row{".continue/.env", "keys"},
    Row{".factory/auth.json", "tokens"},
    Row{".augment/session.json", "tokens"},
    Row{".codeium/config.json", "keys"},
};
/// Whose entries are looked at for secrets by name.
inline constexpr std::array<std::string_view, 4> looked_through{"", "/.config", "/.local/share", "/.cargo"};

/// Below a folder of the workspace, beside what names tell.
inline constexpr std::array secret_in_workspace{
    Row{".docker/config.json", "passwords of registries"},
    Row{".kube/config", "keys"},
};

/// Named as if they held secrets, and projects can't do without them.
inline constexpr std::array<std::string_view, 6> needed_in_workspace{".git",    ".npmrc", ".yarnrc.yml",
                                                                     ".docker", ".kube",  ".config.json"};

/// A tree with one of these in it is no workspace.
inline constexpr std::array<std::string_view, 12> system_folders{"/bin",  "/boot", "/dev",  "/etc", "/lib", "/opt",
                                                                 "/proc", "/run",  "/sbin", "/sys", "/usr", "/var"};

}  // namespace termhost::sandbox
