// Formats of `docker inspect`: finds those that show no environment, because that has secrets.
#pragma once

#include <string_view>

namespace termhost::approval {

/// A template of Go's that shows only what is listed as public: `{{.State.Health.Status}}`.
[[nodiscard]] bool is_public_template(std::string_view text);

}  // namespace termhost::approval
