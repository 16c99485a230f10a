#include "approval/paths.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "approval/text.hpp"

namespace termhost::approval {
namespace {

constexpr std::string_view secret_names =
    ".env .env.local .env.production .env.development .env.test .env.staging .envrc .netrc .npmrc .pypirc "
    ".git-credentials .pgpass .my.cnf .htpasswd .htdigest id_rsa id_dsa id_ecdsa "
    "id_ed25519 id_ed25519_sk id_ecdsa_sk shadow shadow- gshadow gshadow- sudoers sudoers.d credentials .credentials "
    "credentials.json .aws .ssh .gnupg .kube .docker .azure .gcloud authorized_keys known_hosts .vault-token "
    ".terraformrc terraform.tfvars master.key credentials.yml.enc secrets.yml secrets.yaml secrets.json keychain "
    "keychains "
    ".password-store .bash_history .zsh_history .python_history .node_repl_history .psql_history .mysql_history "
    ".yarnrc.yml .dockercfg .s3cfg .boto .config.json service-account.json kubeconfig .kube environ .age .gpg";
/// Named so they are secrets, but a pattern that could match one is not asked about.
constexpr std::string_view secret_texts =
    "token token.txt tokens.txt password.txt passwords.txt secret.json secret.yml secret.yaml secret.txt secrets.txt";
constexpr std::string_view secret_endings =
    ".env .pem .key .p12 .pfx .keystore .jks .kdbx .asc .gpg .age .ppk .tfstate .tfvars .ovpn .secret .secrets "
    ".crt.key";
constexpr std::string_view public_examples = ".env.example .env.sample .env.template .env.dist .env.defaults";

constexpr std::size_t max_glob = 64;  ///< bytes of one whose alternatives are tried one by one
constexpr std::size_t max_list = 64;  ///< words of loops, each of which is looked at for every use
constexpr int max_unknown_parts = 3;  ///< of a pattern, each of which is tried at every length

constexpr std::string_view public_folders = "/usr /bin /lib /lib64 /sbin /opt";
constexpr std::string_view public_files =
    "/etc/os-release /etc/lsb-release /etc/debian_version /etc/alpine-release /etc/redhat-release /etc/hosts "
    "/etc/hostname /etc/timezone /etc/localtime /etc/resolv.conf /etc/passwd /etc/group /etc/shells /etc/issue "
    "/etc/services "
    "/etc/protocols /proc/cpuinfo /proc/meminfo /proc/version /proc/uptime /proc/loadavg /proc/mounts "
    "/proc/filesystems "
    "/dev/null /dev/stdin /dev/stdout /dev/stderr /dev/zero";

template <class Visit>
bool any_part(std::string_view path, const Visit& visit) {
  while (!path.empty()) {
    const std::size_t end = std::min(path.find_first_of("/:"), path.size());
    if (end > 0 && visit(path.substr(0, end))) return true;
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return false;
}

/// Could `pattern` become `name`? Its unknown parts may become anything.
bool may_become(std::string_view pattern, std::string_view name) {
  const std::size_t part = pattern.find(shell::unknown_part);
  if (part == std::string_view::npos) return pattern == name;
  if (!name.starts_with(pattern.substr(0, part))) return false;
  for (std::size_t end = part; end <= name.size(); ++end)
    if (may_become(pattern.substr(part + 1), name.substr(end))) return true;
  return false;
}

/// Letters that a file system may fold to ASCII, or count for nothing.
bool looks_like_another(std::string_view part) {
  constexpr std::array<std::string_view, 5> folded{"\u017F", "\u212A", "\u200B", "\u200C", "\u200D"};
  return std::ranges::any_of(folded, [&](std::string_view letter) { return part.find(letter) != part.npos; });
}

bool has_parent_part(std::string_view path) {
  return any_part(path, [](std::string_view part) { return part == ".."; });
}

bool is_below(std::string_view path, std::string_view folder) {
  return path == folder || folder == "/" || (path.starts_with(folder) && path[folder.size()] == '/');
}

}  // namespace

std::string normal_path(std::string_view path, std::string_view cwd) {
  std::vector<std::string_view> parts;
  const auto add = [&](std::string_view text) {
    while (!text.empty()) {
      const std::size_t slash = std::min(text.find('/'), text.size());
      const std::string_view part = text.substr(0, slash);
      if (part == ".." && !parts.empty())
        parts.pop_back();
      else if (!part.empty() && part != "." && part != "..")
        parts.push_back(part);
      text.remove_prefix(std::min(slash + 1, text.size()));
    }
  };
  if (!path.starts_with('/')) add(cwd);
  add(path);
  std::string result;
  for (const std::string_view part : parts) (result += '/') += part;
  return result.empty() ? "/" : result;
}

bool names_secret(std::string_view path) {
  static const NameSet names(secret_names);
  static const NameSet endings(secret_endings);
  const std::string small = lower(path);  // there are file systems that take one for the other
  path = small;
  while (path.ends_with('/')) path.remove_suffix(1);
  const std::size_t git = path.starts_with(".git/") ? 0 : std::min(path.find("/.git/"), path.size());
  const std::string_view inside = path.substr(git);  // addresses there hold passwords and tokens
  if (path == ".git" || path.ends_with("/.git") || inside.ends_with("/config") ||
      inside.ends_with("/config.worktree") || inside.find(".git/modules") < 2)
    return true;
  return any_part(path, [](std::string_view part) {
    for (const std::string_view kept : {".bak", ".old", ".orig", "~"})
      if (part.ends_with(kept)) part.remove_suffix(kept.size());
    if (names.has(part) || listed(secret_texts, part)) return true;
    if (part.starts_with(".env") && !listed(public_examples, part)) return true;
    if (looks_like_another(part)) return true;
    const std::size_t dot = part.rfind('.');
    return dot != std::string_view::npos && endings.has(part.substr(dot));
  });
}

bool may_leave(std::string_view folder) { return folder == "-" || folder.starts_with('+'); }

bool names_log(std::string_view path) {
  const std::string small = lower(path);  // there are file systems that take one for the other
  return small.ends_with(".log") || small.ends_with(".out") || small.ends_with(".err");
}

bool is_system_place(std::string_view path) {
  constexpr std::array<std::string_view, 4> folders{"/usr/bin/", "/bin/", "/usr/sbin/", "/sbin/"};
  return std::any_of(folders.begin(), folders.end(),
                     [&](std::string_view f) { return path.starts_with(f) && path.find('/', f.size()) == path.npos; });
}

ReadablePlaces::ReadablePlaces(std::string_view cwd, const std::vector<std::string>& workspace_folders,
                               const std::vector<std::string>& secret_files)
    : cwd_(cwd), secret_files_(&secret_files) {
  for (const std::string& folder : workspace_folders) folders_.push_back(normal_path(folder, cwd));
  if (folders_.empty() && !cwd.empty()) folders_.push_back(normal_path(cwd, {}));
}

std::string ReadablePlaces::parted(std::string_view path) const {
  std::string slashes(path);
  if (backslashes_) std::replace(slashes.begin(), slashes.end(), '\\', '/');
  return slashes;
}

bool ReadablePlaces::in_workspace(std::string_view written) const {
  const std::string path = parted(written);
  if (path.starts_with("//")) return false;  // another machine's, where PowerShell runs on Windows
  const bool relative = !path.starts_with('/');
  const bool climbs = has_parent_part(path);
  if (relative && cwd_.empty()) return !climbs;
  if (relative && moved_ && !stands_in_ && (climbs || !known_)) return false;
  const std::string full = normal_path(path, here());
  return std::any_of(folders_.begin(), folders_.end(), [&](const std::string& f) { return is_below(full, f); });
}

bool ReadablePlaces::is_hidden(std::string_view written) const {
  const std::string path = parted(written);
  if (names_secret(path)) return true;
  const std::string full = normal_path(path, here());
  return std::any_of(secret_files_->begin(), secret_files_->end(), [&](const std::string& name) {
    return is_below(full, normal_path(name, cwd_)) ||
           any_part(path, [&](std::string_view part) { return part == name; });
  });
}

bool ReadablePlaces::below_top() const {
  if ((moved_ && !stands_in_) || here().empty()) return false;
  const std::string full = normal_path({}, here());
  return in_workspace(full) && std::ranges::find(folders_, full) == folders_.end();
}

bool ReadablePlaces::is_log(const shell::ShellWord& word) const {
  const std::string_view path = word.text;
  const bool hidden = (path.starts_with('.') && !path.starts_with("./")) || path.find("/.") != std::string_view::npos;
  return word.known() && names_log(path) && !hidden && !is_hidden(path) && in_workspace(path);
}

bool ReadablePlaces::glob_may_name_secret(std::string_view glob) const {
  if (glob.find('\\') != std::string_view::npos) return true;  // `.\env` is `.env`
  if (const std::size_t open = glob.rfind('{'); open != std::string_view::npos) {
    const std::size_t close = glob.find('}', open);
    if (close == std::string_view::npos || glob.size() > max_glob) return true;
    bool may = false;
    for (std::size_t at = open + 1; at <= close && !may;) {
      const std::size_t end = std::min(glob.find(',', at), close);
      may = glob_may_name_secret(
          fmt::format("{}{}{}", glob.substr(0, open), glob.substr(at, end - at), glob.substr(close + 1)));
      at = end + 1;
    }
    return may;
  }
  std::string pattern;
  for (std::size_t at = glob.rfind('/') + 1; at < glob.size(); ++at) {
    const char c = glob[at];
    if (c == '[') at = std::min(glob.find(']', at), glob.size());
    pattern += std::string_view("*?[").find(c) == std::string_view::npos ? c : shell::unknown_part;
  }
  const std::size_t dot = std::min(pattern.rfind('.'), pattern.size());
  return pattern.find(shell::unknown_part, dot) != std::string::npos || dot == pattern.size() || is_hidden(pattern) ||
         may_name_secret(lower(pattern));
}

bool ReadablePlaces::pathspec_may_name_secret(std::string_view pathspec) const {
  if (pathspec.starts_with(":(")) pathspec.remove_prefix(std::min(pathspec.find(')') + 1, pathspec.size()));
  if (pathspec.starts_with(':')) pathspec.remove_prefix(std::min(pathspec.find_first_not_of(":/!^"), pathspec.size()));
  return pathspec.find_first_of("*?[\\") == std::string_view::npos ? is_hidden(pathspec)
                                                                   : glob_may_name_secret(pathspec);
}

bool ReadablePlaces::may_name_secret(std::string_view pattern) const {
  if (std::count(pattern.begin(), pattern.end(), shell::unknown_part) > max_unknown_parts) return true;
  for (std::string_view rest = secret_names; !rest.empty();) {
    const std::size_t blank = std::min(rest.find(' '), rest.size());
    if (may_become(pattern, rest.substr(0, blank))) return true;
    rest.remove_prefix(std::min(blank + 1, rest.size()));
  }
  return std::any_of(secret_files_->begin(), secret_files_->end(),
                     [&](const std::string& name) { return may_become(pattern, base_name(name)); });
}

bool ReadablePlaces::may_read(std::string_view written) const {
  const std::string path = parted(written);
  if (path.starts_with('~') || is_hidden(path)) return false;
  if (in_workspace(path)) return true;
  if (!path.starts_with('/')) return false;
  const std::string full = normal_path(path, cwd_);
  if (listed(public_files, full) || full.starts_with("/dev/fd/")) return true;
  for (std::string_view rest = public_folders; !rest.empty();) {
    const std::size_t blank = std::min(rest.find(' '), rest.size());
    if (is_below(full, rest.substr(0, blank))) return true;
    rest.remove_prefix(std::min(blank + 1, rest.size()));
  }
  return false;
}

void ReadablePlaces::go_through(const std::vector<shell::ShellWord>* words) {
  loop_words_ = words;
  if (words != nullptr)
    names_trusted_ = std::ranges::all_of(*words, [&](const shell::ShellWord& word) { return may_read(word, false); });
}

bool ReadablePlaces::may_read_list() const {
  return loop_words_ != nullptr && loop_words_->size() <= max_list &&
         std::ranges::all_of(*loop_words_,
                             [&](const shell::ShellWord& word) { return !word.known() || may_read(word.text); });
}

bool ReadablePlaces::may_read(const shell::ShellWord& word, bool shows_contents) const {
  if (word.known()) return may_read(word.text);
  if (word.of_list && !word.splits && may_read_list()) return true;
  const bool pipe = word.text.size() == 2 && word.text[0] == '/' && word.unknown == shell::UnknownPart::Digits;
  if (pipe) return true;  // <(…), whose command is judged by itself
  if (word.unknown <= shell::UnknownPart::Number && word.text.find(shell::unknown_part) != std::string::npos) {
    std::string text = word.text;
    std::replace(text.begin(), text.end(), shell::unknown_part, '0');
    return may_read(text);
  }
  if (backslashes_ && word.text.find('\\') != std::string::npos) {
    shell::ShellWord slashes = word;
    slashes.text = parted(word.text);
    return may_read(slashes, shows_contents);
  }
  const bool parts = word.splits && !word.keeps_start;  // what stands in the text may be several words
  const bool spelled = word.text.find(shell::unknown_part) == std::string::npos;
  if (has_parent_part(word.text) || (parts && (shows_contents || spelled))) return false;
  if (word.unknown == shell::UnknownPart::Folder) return may_read(fmt::format("./{}", word.text.substr(3)));
  if (word.unknown != shell::UnknownPart::Files || !names_trusted_) return false;
  // What a pattern matches begins as it does, and no `*` matches a leading dot or a slash
  const std::size_t last = word.text.rfind('/');
  const std::string_view name = last == std::string::npos ? word.text : std::string_view(word.text).substr(last + 1);
  const std::size_t dot = name.rfind('.');
  if (name.starts_with('.') || word.text.find("/.") != std::string::npos) return false;
  const bool plain_ending =
      dot != std::string_view::npos && name.find(shell::unknown_part, dot) == std::string_view::npos;
  const bool published = word.text.starts_with(".github/");
  if (shows_contents && !published && (!plain_ending || may_name_secret(lower(name)))) return false;
  std::string text = word.text;
  std::replace(text.begin(), text.end(), shell::unknown_part, 'x');
  return may_read(text);
}

}  // namespace termhost::approval
