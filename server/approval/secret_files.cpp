#include "approval/secret_files.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <unordered_set>
#include <vector>

#include "approval/name_pattern.hpp"
#include "approval/text.hpp"
#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {
namespace {

using shell::unknown_part;

constexpr std::string_view whole_names =
    ".env .envrc .dev.vars .flaskenv env.local env.production env.staging .netrc .npmrc .pypirc "
    ".git-credentials .pgpass .my.cnf .htpasswd .htdigest id_rsa id_dsa id_ecdsa "
    "id_ed25519 id_ed25519_sk id_ecdsa_sk shadow shadow- gshadow gshadow- sudoers sudoers.d "
    ".aws .ssh .gnupg .kube .docker .azure .gcloud authorized_keys known_hosts .vault-token "
    ".terraformrc terraform.tfvars master.key credentials.yml.enc keychain keychains "
    ".password-store .bash_history .zsh_history .python_history .node_repl_history .psql_history .mysql_history "
    ".yarnrc.yml .dockercfg .s3cfg .boto .config.json service-account.json service_account.json serviceaccountkey.json "
    "serviceaccount.json kubeconfig rclone.conf .vault_pass .vault-pass vault_pass environ .age .gpg";
constexpr std::string_view endings =
    ".env .pem .key .p12 .pfx .keystore .jks .kdbx .asc .gpg .age .ppk .tfstate .tfvars .ovpn .secret .secrets";
constexpr std::string_view beginning = ".env";  ///< `.env.production`, `.env-local`
constexpr std::string_view public_examples = ".env.example .env.sample .env.template .env.dist .env.defaults";

/// What a name says that is for a secret, alone or with the ending of data: `secret`, `.token`, `db_password.txt`.
constexpr std::string_view stems =
    "secret secrets token password passwords passphrase credential credentials creds apikey apikeys api_key api_keys "
    "api-key api-keys private_key private-key privatekey";
/// Folders of code and public files are named so too: only with the ending of data.
constexpr std::string_view stems_of_data = "auth tokens passwd";
/// Whose it is, in front of a stem.
constexpr std::string_view owners =
    "access admin api app auth aws azure bot client database db deploy docker gcp git github gitlab google jwt my npm "
    "oauth oauth2 refresh root service session slack ssh user";
constexpr std::string_view joints = "_ - .";
constexpr std::string_view data =
    ".txt .json .jsonc .json5 .yml .yaml .toml .csv .tsv .ini .cfg .conf .config .xml .properties .enc .dat";
constexpr std::string_view copies = ".bak .old .orig .save .1 .2 .b64 ~ .gz .bz2 .xz .zst .lz4 .lzma .br .z";
constexpr int max_copies = 3;  ///< `id_rsa.old.bak~`

constexpr std::string_view code =
    ".adoc .astro .awk .bash .bat .bzl .c .cc .cjs .clj .cljs .cmake .cmd .coffee .cpp .cr .cs .csproj .css .cts .cu "
    ".cuh .cxx .dart .ejs .el .elm .erb .erl .ex .exs .f90 .fbs .fish .fs .fsi .fsx .gd .gemspec .glsl .go .gradle "
    ".graphql .groovy .h .haml .hbs .hcl .hh .hlsl .hpp .hrl .hs .html .hxx .in .inl .ipp .java .jl .js .jsx .kt .kts "
    ".less .lisp .lock .log .lua .m .md .mdx .metal .mjs .ml .mli .mm .mts .nim .nix .pas .php .pl .pm .prisma .proto "
    ".ps1 .psm1 .pxd .py .pyi .pyx .r .rake .rb .rkt .rs .rst .sass .scala .scm .scss .sh .sln .snap .sol .sql .svelte "
    ".sv .svg .swift .tcl .tex .tf .thrift .tpp .ts .tsx .vb .vhd .vim .vue .wgsl .zig .zsh";
/// What every project has, in a folder of whatever name.
constexpr std::string_view files_of_projects =
    "package.json package-lock.json composer.json tsconfig.json jsconfig.json deno.json project.json angular.json "
    "cargo.toml pyproject.toml setup.cfg tox.ini requirements.txt cmakelists.txt pom.xml go.mod go.sum makefile "
    "dockerfile readme readme.txt license license.txt changelog index.json";

using Texts = std::vector<std::string_view>;

Texts texts(std::string_view list) {
  Texts all;
  for_each_part(list, ' ', [&](std::string_view text) { all.push_back(text); });
  return all;
}

/// The lists above, made ready to be asked often.
struct Table {
  Texts whole_names = texts(approval::whole_names), endings = texts(approval::endings), stems = texts(approval::stems),
        stems_of_data = texts(approval::stems_of_data), owners = texts(approval::owners),
        joints = texts(approval::joints), data = texts(approval::data), copies = texts(approval::copies);
};

const Table& table() {
  static const Table table;
  return table;
}

/// The table as one expression.
bool fits_a_row(std::string_view name) {
  const Table& rows = table();
  const NamePattern pattern(name);
  const Reached start(pattern);
  const Reached stem = start | start.then(".");
  const Reached owner = stem.then_one_of(rows.owners);
  const Reached owned = stem | owner | owner.then_one_of(rows.joints);
  const Reached bare = owned.then_one_of(rows.stems);
  Reached all = start.then_one_of(rows.whole_names) | start.then_anything().then_one_of(rows.endings) |
                start.then(beginning).then_anything() | bare |
                (bare | owned.then_one_of(rows.stems_of_data)).then_one_of(rows.data);
  for (int copy = 0; copy < max_copies; ++copy) all = all | all.then_one_of(rows.copies);
  return all.whole();
}

/// The last letters of every row; of `~` and the like there are fewer.
struct RowEnds {
  static constexpr std::size_t letters = 3;
  std::unordered_set<std::string_view> ends;
  Texts shorter;

  explicit RowEnds(const Table& rows) {
    for (const Texts* list : {&rows.whole_names, &rows.endings, &rows.stems, &rows.data, &rows.copies})
      for (const std::string_view text : *list)
        if (text.size() < letters)
          shorter.push_back(text);
        else
          ends.insert(text.substr(text.size() - letters));
  }
  [[nodiscard]] bool fit(std::string_view name) const {
    return (name.size() >= letters && ends.contains(name.substr(name.size() - letters))) ||
           std::ranges::any_of(shorter, [&](std::string_view text) { return name.ends_with(text); });
  }
};

/// Most names have another end than every row, which is soon seen.
bool ends_like_a_row(std::string_view name) {
  static const RowEnds ends(table());
  return ends.fit(name) || name.starts_with(beginning);
}

std::string_view ending_of_known(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : name.substr(dot);
}

bool is_code(std::string_view name) {
  static const NameSet known(code);
  return known.has(ending_of_known(name));
}

bool has_name_of_project(std::string_view name) {
  static const NameSet names(files_of_projects);
  return names.has(name);
}

bool is_of_project(std::string_view name) { return is_code(name) || has_name_of_project(name); }

/// Letters that a file system may fold to ASCII, or count for nothing.
bool looks_like_another(std::string_view part) {
  constexpr std::array<std::string_view, 5> folded{"\u017F", "\u212A", "\u200B", "\u200C", "\u200D"};
  const bool ascii = std::ranges::none_of(part, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  return !ascii && std::ranges::any_of(folded, [&](std::string_view letter) { return part.find(letter) != part.npos; });
}

bool is_secret_name(std::string_view name) {
  if (name.size() > max_name || looks_like_another(name)) return true;
  const bool known = name.find(unknown_part) == std::string_view::npos;
  if (known && !ends_like_a_row(name)) return false;
  if (listed(public_examples, name) || (name.starts_with(unknown_part) && is_code(name))) return false;
  return fits_a_row(name);
}

/// Addresses in git's own files hold passwords and tokens.
bool is_gits_own(std::string_view path) {
  const std::size_t git = path.starts_with(".git/") ? 0 : std::min(path.find("/.git/"), path.size());
  const std::string_view inside = path.substr(git);
  return path == ".git" || path.ends_with("/.git") || inside.ends_with("/config") ||
         inside.ends_with("/config.worktree") || inside.find(".git/modules") < 2;
}

}  // namespace

bool may_name_secret(std::string_view written) {
  const std::string small = lower(written);  // there are file systems that take one for the other
  std::string_view path = small;
  while (path.ends_with('/')) path.remove_suffix(1);
  if (is_gits_own(path)) return true;
  const std::size_t last = path.find_last_of("/:") + 1;
  if (is_secret_name(path.substr(last))) return true;
  const bool of_project = last > 0 && is_of_project(path.substr(last));
  for (std::string_view rest = path.substr(0, last); !rest.empty();) {
    const std::size_t end = rest.find_first_of("/:");
    const std::string_view folder = rest.substr(0, end);
    if ((folder.starts_with('.') || !of_project) && is_secret_name(folder)) return true;
    rest.remove_prefix(end + 1);
  }
  return false;
}

bool may_become(std::string_view pattern, std::string_view name) {
  if (pattern.size() > max_name) return true;
  const NamePattern letters(pattern);
  return Reached(letters).then(name).whole();
}

bool is_kind_of_text(std::string_view ending) { return listed(code, ending) || listed(data, ending); }

bool names_file(std::string_view name) {
  const std::string small = lower(name);
  return is_kind_of_text(ending_of_known(small)) || has_name_of_project(small);
}

std::vector<std::string> examples_of_secrets() {
  std::vector<std::string> names;
  for_each_part(whole_names, ' ', [&](std::string_view name) { names.emplace_back(name); });
  for_each_part(endings, ' ', [&](std::string_view ending) { names.push_back("site" + std::string(ending)); });
  for (const std::string_view rest : {".local", ".production", "-staging"})
    names.push_back(std::string(beginning) + std::string(rest));
  for_each_part(stems, ' ', [&](std::string_view stem) {
    names.emplace_back(stem);
    names.push_back('.' + std::string(stem));
    names.push_back(std::string(stem) + ".txt");
  });
  for_each_part(stems_of_data, ' ', [&](std::string_view stem) { names.push_back(std::string(stem) + ".json"); });
  for_each_part(data, ' ', [&](std::string_view ending) { names.push_back("secret" + std::string(ending)); });
  for_each_part(owners, ' ', [&](std::string_view owner) { names.push_back(std::string(owner) + "_password"); });
  for_each_part(copies, ' ', [&](std::string_view copy) { names.push_back("id_rsa" + std::string(copy)); });
  return names;
}

}  // namespace termhost::approval
