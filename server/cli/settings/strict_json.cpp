#include "cli/settings/strict_json.hpp"

#include <utility>

#include "host/tools/tool_arguments.hpp"
#include "rpc/json_reader.hpp"

namespace termhost::cli {

using protocol::Json;

std::string unknown_field(std::string_view whose, std::string_view name, const protocol::OrderedJson& known) {
  std::string names;
  for (const auto& [each, schema] : known.items()) {
    if (name.size() > 2 && host::may_mean(name, each))
      return fmt::format("{} has the unknown field `{}`; did you mean `{}`?", whose, name, each);
    names += (names.empty() ? "" : ", ") + each;
  }
  return fmt::format("{} has the unknown field `{}`; the fields are {}", whose, name, names);
}

StrictJson::StrictJson(std::string_view text, std::string root) : text_(text), root_(std::move(root)) {
  auto read = rpc::read_json(text_, {.comments = true});
  if (!read) {
    problem_ = problem_in(text_, read.error());
    return;
  }
  value_ = std::move(*read);
  places_ = json_places(text_, root_);
  // JSON would let the last of two equal names win, and a list of denials be lost
  if (!places_.twice.empty()) complain("this name is used twice", places_.twice);
  if (problem_.empty() && !value_.is_object()) complain("it is not a JSON object", root_);
}

void StrictJson::complain(const std::string& problem, const std::string& path) {
  if (!problem_.empty()) return;
  const auto place = places_.offsets.find(path);
  problem_ = place == places_.offsets.end() ? problem : fmt::format("{}: {}", place_of(text_, place->second), problem);
}

}  // namespace termhost::cli
