// The texts of `termhost help TOPIC`: the files of cli/topics, which are compiled in.
#pragma once

#include <string_view>

namespace termhost::cli {

/// A file of cli/topics, empty where there is none. Its first line is what it is about.
[[nodiscard]] std::string_view topic_text(std::string_view file_name);

}  // namespace termhost::cli
