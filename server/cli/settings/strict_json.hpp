// A JSON file that a person writes, read so that no mistake passes: comments are allowed, unknown and repeated names
// are not, and what is wrong is said with line and column.
#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/settings/json_places.hpp"
#include "protocol/codec/decode.hpp"
#include "protocol/codec/schema.hpp"

namespace termhost::cli {

/// One sentence: whose field is unknown, and which one may be meant, or which there are.
[[nodiscard]] std::string unknown_field(std::string_view whose, std::string_view name,
                                        const protocol::OrderedJson& known);

class StrictJson {
 public:
  /// `root`: what the whole is called in paths and sentences, "policy". An object, or else a problem.
  StrictJson(std::string_view text, std::string root);

  [[nodiscard]] protocol::Json& value() { return value_; }
  /// The first thing that is wrong; empty: nothing.
  [[nodiscard]] const std::string& problem() const { return problem_; }
  /// `path`: of what is wrong, "policy.allowedCommands[1]".
  void complain(const std::string& problem, const std::string& path);

  template <class Fields>
  void refuse_unknown(const protocol::Json& object, std::string_view whose, const std::string& path) {
    static const protocol::OrderedJson known = protocol::schema_of<Fields>()["properties"];
    for (const auto& [name, value] : object.items())
      if (!known.contains(name)) complain(unknown_field(whose, name, known), path + "." + name);
  }

  /// The same of an object within the whole, where there is one.
  template <class Fields>
  void refuse_unknown_in(const std::string& name) {
    if (value_.contains(name) && value_[name].is_object())
      refuse_unknown<Fields>(value_[name], "`" + name + "`", root_ + "." + name);
  }

  /// The whole as fields; as they are by default where there is a problem.
  template <class Fields>
  [[nodiscard]] Fields decode() {
    if (!problem_.empty()) return {};
    auto fields = protocol::decode<Fields>(value_, root_);
    if (fields) return std::move(*fields);
    complain(to_string(fields.error()), fields.error().path);
    return {};
  }

 private:
  std::string_view text_;
  std::string root_;
  JsonPlaces places_;
  protocol::Json value_;
  std::string problem_;
};

}  // namespace termhost::cli
