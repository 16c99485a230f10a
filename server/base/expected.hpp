// Errors as values: tl::expected under the project's own name, so that std::expected can take its place one day.
#pragma once

#include <tl/expected.hpp>

namespace termhost::base {

template <class T, class E>
using Expected = tl::expected<T, E>;

template <class E>
[[nodiscard]] auto unexpected(E error) {
  return tl::unexpected<E>(std::move(error));
}

}  // namespace termhost::base
