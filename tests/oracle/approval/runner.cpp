#include "oracle/approval/runner.hpp"

#include <array>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "oracle/approval/generator.hpp"

namespace termhost::oracle {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> shell_words(shell::ShellKind shell) {
  switch (shell) {
    case shell::ShellKind::Zsh: return {"/usr/bin/zsh", "-f", "-c"};
    case shell::ShellKind::Fish: return {"/usr/bin/fish", "--no-config", "-C", "set fish_function_path", "-c"};
    case shell::ShellKind::Bash:
    case shell::ShellKind::Dash:
    case shell::ShellKind::Ksh:
    case shell::ShellKind::PowerShell:
    case shell::ShellKind::Unknown: return {"/bin/bash", "--norc", "--noprofile", "-c"};
  }
  return {};
}

/// Between fork and exec: only calls that are safe there.
[[noreturn]] void become(char* const* argv, char* const* env, const char* folder) {
  ::setpgid(0, 0);
  const rlimit seconds{5, 5};
  ::setrlimit(RLIMIT_CPU, &seconds);
  const rlimit bytes{1 << 20, 1 << 20};
  ::setrlimit(RLIMIT_FSIZE, &bytes);
  const int null = ::open("/dev/null", O_RDWR);
  for (int fd = 0; fd < 3; ++fd) ::dup2(null, fd);
  if (::chdir(folder) == 0) ::execve(argv[0], argv, env);
  ::_exit(127);
}

}  // namespace

Runner::Runner(shell::ShellKind shell) : shell_(shell_words(shell)) {
  std::string pattern = (fs::temp_directory_path() / "termhost-oracle-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  home_ = pattern;
  fs::create_directory(home_ / "bin");
  fs::copy_file(TERMHOST_RECORDER, home_ / "bin" / ".recorder");
  for (const std::string& name : stand_ins()) fs::create_symlink(".recorder", home_ / "bin" / name);
  if (!fs::exists(shell_.front())) throw std::runtime_error(shell_.front() + " is not installed");
}

Runner::~Runner() {
  std::error_code ignored;  // a leftover folder in the temporary one hurts nobody
  fs::remove_all(home_, ignored);
}

void Runner::empty_folder() const {
  fs::remove_all(home_ / "work");
  fs::create_directory(home_ / "work");
  fs::remove(home_ / "bin" / "log");
}

void Runner::execute(const std::string& line) const {
  std::vector<std::string> words = shell_;
  words.push_back(line + "\nwait\n");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const std::string folder = (home_ / "work").string();
  std::array<std::string, 4> variables{"PATH=" + (home_ / "bin").string(), "HOME=" + folder, "TERM=dumb",
                                       "LC_ALL=C.UTF-8"};
  std::array<char*, 5> env{variables[0].data(), variables[1].data(), variables[2].data(), variables[3].data(), nullptr};
  const pid_t child = ::fork();
  if (child == 0) become(argv.data(), env.data(), folder.c_str());
  if (child < 0) throw std::runtime_error("cannot fork");
  int status = 0;
  ::waitpid(child, &status, 0);
  ::kill(-child, SIGKILL);  // what it left in the background
}

std::vector<Argv> Runner::records() const {
  std::ifstream file(home_ / "bin" / "log", std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  std::vector<Argv> calls;
  std::size_t at = 0;
  const auto next = [&] {
    const std::size_t end = text.find('\0', at);
    std::string field = text.substr(at, end - at);
    at = end == std::string::npos ? text.size() : end + 1;
    return field;
  };
  while (at < text.size()) {
    Argv argv(static_cast<std::size_t>(std::stoul(next())));
    for (std::string& word : argv) word = next();
    argv.front() = argv.front().substr(argv.front().find_last_of('/') + 1);
    calls.push_back(std::move(argv));
  }
  return calls;
}

std::vector<Argv> Runner::run(const std::string& line) {
  empty_folder();
  execute(line);
  return records();
}

}  // namespace termhost::oracle
