#include "io/storage/store_error.hpp"

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

namespace termhost::io {

using terminal::StoreErrorCode;

terminal::StoreError store_error(int number, std::string_view doing, std::string_view path) {
  switch (number) {
    case ENOSPC:
    case EDQUOT: return {StoreErrorCode::DiskFull, fmt::format("no space is left on the disk to {} '{}'", doing, path)};
    case EROFS:
      return {StoreErrorCode::ReadOnly, fmt::format("can't {} '{}': the file system is read-only", doing, path)};
    case EACCES:
    case EPERM: return {StoreErrorCode::NotAllowed, fmt::format("no permission to {} '{}'", doing, path)};
    case ENOENT: return {StoreErrorCode::NotFound, fmt::format("can't {} '{}': it does not exist", doing, path)};
    case ELOOP:
    case ENOTDIR:
      return {StoreErrorCode::NotAllowed,
              fmt::format("can't {} '{}': expected a folder, found a symbolic link or a file", doing, path)};
    default: return {StoreErrorCode::Io, fmt::format("can't {} '{}': {}", doing, path, std::strerror(number))};
  }
}

}  // namespace termhost::io
