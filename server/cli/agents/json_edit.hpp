// Changes of a JSON text that leave all else as it stands: order, blanks, comments.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/expected.hpp"
#include "protocol/codec/fields.hpp"

namespace termhost::cli {

/// A member of an object, or one element of a list.
struct JsonPart {
  std::vector<std::string> path;  ///< names from the root on: of the member, or of the list
  bool element = false;
  protocol::OrderedJson value;
};

/// An error is one sentence with line and column: `text` is no JSON object, or something else stands on the way.
using Edited = base::Expected<std::string, std::string>;

/// `text` with the part at the end of where it belongs, and with what has to be around it. A member that is there stays
/// as it is, whatever it holds; an element that is there is not added again. An empty `text` is an empty object.
[[nodiscard]] Edited with_part(std::string_view text, const JsonPart& part);

/// `text` with `value` where the part is, if that is there with this very value.
[[nodiscard]] Edited with_part_replaced(std::string_view text, const JsonPart& part,
                                        const protocol::OrderedJson& value);

/// `text` without the part, if that is there with this very value, and without what holds nothing any more.
[[nodiscard]] Edited without_part(std::string_view text, const JsonPart& part);

}  // namespace termhost::cli
