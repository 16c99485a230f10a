#include "host/ports/open_error.hpp"

namespace termhost::host {

std::string to_string(const OpenError& error) {
  if (!error.context.empty()) return error.context;
  switch (error.code) {
    case OpenErrorCode::ShellNotFound: return "the shell was not found";
    case OpenErrorCode::DirectoryNotFound: return "the directory does not exist or can't be entered";
    case OpenErrorCode::NoPty: return "the system could not open a terminal";
    case OpenErrorCode::SpawnFailed: return "the shell could not be started";
    case OpenErrorCode::NotConfined: return "the sandbox of the shell could not be made";
  }
  return "the shell could not be started";
}

}  // namespace termhost::host
