#include "approval/places/paths.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "approval/places/pattern_files.hpp"
#include "approval/text.hpp"
#include "sandbox/auto_loaded_names.hpp"
#include "secrets/file_names.hpp"
#include "secrets/harmless_places.hpp"
#include "secrets/places.hpp"

namespace termhost::approval {
namespace {

static_assert(secrets::any_letters == shell::unknown_part);  // both are what only the run knows

constexpr std::size_t max_glob = 64;  ///< bytes of one whose alternatives are tried one by one
constexpr std::size_t max_list = 64;  ///< words of loops, each of which is looked at for every use

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

bool has_parent_part(std::string_view path) {
  return any_part(path, [](std::string_view part) { return part == ".."; });
}

}  // namespace

bool is_log_in_tmp(std::string_view path) {
  constexpr std::string_view folder = "/tmp/";
  return path.starts_with(folder) && names_log(path) && path.find_first_of("/.", folder.size()) == path.rfind('.');
}

bool may_leave(std::string_view folder) { return folder == "-" || folder.starts_with('+'); }

bool names_log(std::string_view path) {
  const std::string small = lower(path);  // there are file systems that take one for the other
  return small.ends_with(".log") || small.ends_with(".out") || small.ends_with(".err");
}

bool is_input(std::string_view path) { return path.starts_with("/dev/") || path.starts_with("/proc/"); }

bool is_system_place(std::string_view path) {
  constexpr std::array<std::string_view, 4> folders{"/usr/bin/", "/bin/", "/usr/sbin/", "/sbin/"};
  return std::any_of(folders.begin(), folders.end(),
                     [&](std::string_view f) { return path.starts_with(f) && path.find('/', f.size()) == path.npos; });
}

ReadablePlaces::ReadablePlaces(std::string_view cwd, const Workspace& workspace,
                               const std::vector<std::string>& secret_files, const Files* files)
    : cwd_(cwd), workspace_(&workspace), secret_files_(&secret_files), files_(files) {
  const std::string begins = normal_path({}, cwd);
  enter(workspace.seen_from_top(begins));
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
  return workspace_->holds(normal_path(path, here()));
}

bool ReadablePlaces::is_hidden(std::string_view written) const {
  const std::string path = parted(written);
  if (secrets::may_name_secret(path) || secrets::lies_in_secret_place(path)) return true;
  const std::string full = normal_path(path, here());
  const std::string_view seen = workspace_->seen_from_top(full);
  if (!seen.empty() && seen != path && (secrets::may_name_secret(seen) || secrets::lies_in_secret_place(full)))
    return true;
  return std::any_of(secret_files_->begin(), secret_files_->end(), [&](const std::string& name) {
    return is_below(full, normal_path(name, cwd_)) || any_part(path, [&](std::string_view part) {
             const bool pattern = part.find(shell::unknown_part) != part.npos;
             return pattern ? secrets::fits(lower(part), lower(base_name(name))) : part == name;
           });
  });
}

bool ReadablePlaces::may_be_told(std::string_view path) const {
  const bool leads_away = path.starts_with('/') || path.starts_with('~') || has_parent_part(path);
  if (leads_away && (is_log_in_tmp(normal_path(path, here())) || !may_read(path))) return false;
  return !is_of_git(path);
}

bool ReadablePlaces::is_of_git(std::string_view path) const {
  const std::string full = normal_path(path, here());
  const std::string_view seen = workspace_->seen_from_top(full);
  return any_part(seen.empty() ? path : seen, [](std::string_view part) { return lower(part) == ".git"; });
}

void ReadablePlaces::enter(std::string_view folder) {
  const std::string to = '/' + parted(folder);
  for (std::size_t at = to.find("/."); at != std::string::npos; at = to.find("/.", at + 1)) {
    const std::string_view part = std::string_view(to).substr(at + 1, to.find('/', at + 1) - at - 1);
    hidden_ = hidden_ || (part != "." && part != "..");
  }
}

bool ReadablePlaces::below_top() const {
  if ((moved_ && !stands_in_) || here().empty()) return false;
  const std::string full = normal_path({}, here());
  return !workspace_->seen_from_top(full).empty();
}

bool ReadablePlaces::is_log(const shell::ShellWord& word) const {
  const std::string_view path = word.text;
  const bool hidden = (path.starts_with('.') && !path.starts_with("./")) || path.find("/.") != std::string_view::npos;
  return word.known() && names_log(path) && !hidden && !(hidden_ && !path.starts_with('/')) && !is_hidden(path) &&
         (in_workspace(path) || is_log_in_tmp(path));
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
  for (std::size_t at = 0; at < glob.size(); ++at) {
    const char c = glob[at];
    if (c == '[') at = std::min(glob.find(']', at), glob.size());
    pattern += std::string_view("*?[").find(c) == std::string_view::npos ? c : shell::unknown_part;
  }
  return is_hidden(pattern);
}

bool ReadablePlaces::pathspec_may_name_secret(const shell::ShellWord& word) const {
  if (word.of_list)
    return !each_of_list(word, [&](auto text) { return !pathspec_may_name_secret({std::string(text)}); });
  std::string_view pathspec = word.text;
  const bool spells = base_name(pathspec).find_first_not_of(shell::unknown_part) != std::string_view::npos;  // a name
  if (!word.known()) return word.unknown == shell::UnknownPart::Files && spells && is_hidden(pathspec);
  if (pathspec.starts_with(":(")) pathspec.remove_prefix(std::min(pathspec.find(')') + 1, pathspec.size()));
  if (pathspec.starts_with(':')) pathspec.remove_prefix(std::min(pathspec.find_first_not_of(":/!^"), pathspec.size()));
  return pathspec.find_first_of("*?[\\") == std::string_view::npos ? is_hidden(pathspec)
                                                                   : glob_may_name_secret(pathspec);
}

bool ReadablePlaces::may_read(std::string_view written) const {
  const std::string path = parted(written);
  if (path.starts_with('~') || is_hidden(path)) return false;
  if (in_workspace(path)) return leads_to_readable(normal_path(path, here()));
  return path.starts_with('/') && is_public(normal_path(path, cwd_));
}

bool ReadablePlaces::is_public(std::string_view full) const {
  if (listed(public_files, full) || full.starts_with("/dev/fd/") || is_log_in_tmp(full)) return true;
  bool found = false;
  for_each_part(public_folders, ' ', [&](std::string_view folder) { found = found || is_below(full, folder); });
  return found;
}

/// A clone may hold links to anywhere.
bool ReadablePlaces::leads_to_readable(std::string_view full) const {
  if (files_ == nullptr || !full.starts_with('/') || full.find(shell::unknown_part) != full.npos) return true;
  const std::string real = files_->real_path(full);
  if (real == full) return true;
  const std::string_view seen = workspace_->seen_from_top(real);
  if (!workspace_->holds(real)) return is_public(real) && !secrets::may_name_secret(real);
  return !secrets::may_name_secret(seen) && !secrets::lies_in_secret_place(seen);
}

bool ReadablePlaces::is_of_project(std::string_view written) const {
  std::string full = normal_path(parted(written), here());
  if (files_ != nullptr) full = files_->real_path(full);
  return is_of_project_really(full);
}

bool ReadablePlaces::is_of_project_really(std::string_view full) const {
  const std::string_view seen = workspace_->seen_from_top(full);
  if (seen.empty()) return true;
  if (files_ != nullptr && base_name(seen) == "core" && !files_->is_folder(full)) return false;  // a process's memory
  const bool hidden = seen.starts_with('.') || seen.find("/.") != std::string_view::npos;
  if (!hidden && (files_ == nullptr || !files_->is_ignored(full))) return true;
  return secrets::is_harmless_place(seen) || (files_ != nullptr && files_->is_tracked(full));
}

bool ReadablePlaces::file_may_be_read(std::string_view full, bool over_link, bool shows_contents) const {
  if (!over_link) return !shows_contents || is_of_project_really(full);
  return leads_to_readable(full) && (!shows_contents || is_of_project_really(files_->real_path(full)));
}

bool ReadablePlaces::files_may_be_read(std::string_view written, bool shows_contents) const {
  if (files_ == nullptr) return true;
  std::string pattern = parted(written);
  const auto holds = [&](const PatternFile& file) {
    return file_may_be_read(file.path, file.over_link, shows_contents);
  };
  const bool relative = !pattern.starts_with('/');
  if (!relative || !moved_ || stands_in_)
    return (relative && here().empty()) || holds_for_files(*files_, here(), pattern, holds);
  pattern = std::string(2, shell::unknown_part) + normal_path(pattern, {});
  return std::ranges::all_of(workspace_->folders(), [&](const std::string& folder) {
    return holds_for_files(*files_, folder, pattern, holds);
  });
}

bool ReadablePlaces::keeps_links_inside(std::string_view folder) const {
  if (files_ == nullptr || here().empty()) return true;
  const auto holds = [&](const PatternFile& file) { return !file.over_link || leads_to_readable(file.path); };
  const bool anywhere = moved_ && !stands_in_ && !folder.starts_with('/');
  const std::string top = anywhere ? std::string(".") : parted(folder);
  return holds_for_files(*files_, here(), top + '/' + std::string(2, shell::unknown_part), holds);
}

bool ReadablePlaces::is_kept_back(std::string_view path) const {
  return files_ != nullptr && files_->is_there(normal_path(parted(path), here())) && !is_of_project(path);
}

bool ReadablePlaces::is_folder(std::string_view path) const {
  const std::string_view name = base_name(path);
  return name.empty() || name == "." || name == ".." ||
         (files_ != nullptr && files_->is_folder(normal_path(parted(path), here())));
}

bool ReadablePlaces::is_top(std::string_view path) const {
  const std::string full = normal_path(parted(path), here());
  return workspace_->holds(full) && workspace_->seen_from_top(full).empty();
}

bool ReadablePlaces::is_auto_loaded(std::string_view path) const {
  const std::string full = normal_path(parted(path), here());
  const std::string_view seen = workspace_->seen_from_top(full);
  return is_of_git(path) || sandbox::is_auto_loaded(seen) ||
         any_part(seen, [](std::string_view part) { return part.starts_with('.') && sandbox::is_auto_loaded(part); });
}

void ReadablePlaces::go_through(const std::vector<shell::ShellWord>* words) {
  loop_words_ = words;
  if (words != nullptr)
    names_trusted_ = std::ranges::all_of(*words, [&](const shell::ShellWord& word) { return may_read(word, false); });
}

bool ReadablePlaces::each_of_list(const shell::ShellWord& word,
                                  const std::function<bool(std::string_view)>& holds) const {
  return word.of_list && !word.splits && loop_words_ != nullptr && loop_words_->size() <= max_list &&
         std::ranges::all_of(*loop_words_,
                             [&](const shell::ShellWord& each) { return !each.known() || holds(each.text); });
}

bool ReadablePlaces::may_read(const shell::ShellWord& word, bool shows_contents) const {
  const auto readable = [&](std::string_view path) {
    return may_read(path) && (!shows_contents || is_of_project(path));
  };
  const bool anywhere = moved_ && !stands_in_ && !word.text.starts_with('/');
  if (word.known()) return readable(word.text) && (!anywhere || files_may_be_read(word.text, shows_contents));
  if (each_of_list(word, readable)) return true;
  const bool pipe = word.text.size() == 2 && word.text[0] == '/' && word.unknown == shell::UnknownPart::Digits;
  if (pipe) return true;  // <(…), whose command is judged by itself
  if (word.unknown <= shell::UnknownPart::Number && word.text.find(shell::unknown_part) != std::string::npos) {
    std::string text = word.text;
    std::replace(text.begin(), text.end(), shell::unknown_part, '0');
    return readable(text);
  }
  if (backslashes_ && word.text.find('\\') != std::string::npos) {
    shell::ShellWord slashes = word;
    slashes.text = parted(word.text);
    return may_read(slashes, shows_contents);
  }
  const bool parts = word.splits && !word.keeps_start;  // the text may become several words
  const bool spelled = word.text.find(shell::unknown_part) == std::string::npos;
  if (has_parent_part(word.text) || (parts && (shows_contents || spelled))) return false;
  if (word.unknown == shell::UnknownPart::Folder) return may_read(fmt::format("./{}", word.text.substr(3)));
  if (word.unknown != shell::UnknownPart::Files || !names_trusted_) return false;
  // A match begins like its pattern, and `*` matches neither a leading dot nor a slash
  if (base_name(word.text).starts_with('.') || word.text.find("/.") != std::string::npos) return false;
  const bool published = word.text.starts_with(".github/");
  if (shows_contents && !published && is_hidden(word.text)) return false;
  std::string text = word.text;
  std::replace(text.begin(), text.end(), shell::unknown_part, 'x');
  return readable(text) && files_may_be_read(word.text, shows_contents);
}

}  // namespace termhost::approval
