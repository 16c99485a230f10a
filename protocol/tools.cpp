#include "protocol/tools.hpp"

#include "protocol/codec/schema.hpp"

namespace termhost::protocol {
namespace {

template <class Arguments, class Result>
ToolDescription description_of(const Tool<Arguments, Result>& tool) {
  return {std::string(tool.name), std::string(tool.title), std::string(tool.description),
          schema_of<Arguments>(), schema_of<Result>(),     tool.hints};
}

}  // namespace

bool is_tool(std::string_view name) {
  return std::apply([&](const auto&... tool) { return ((tool.name == name) || ...); }, all_tools);
}

ToolListResult tool_list() {
  ToolListResult result;
  std::apply([&](const auto&... tool) { (result.tools.push_back(description_of(tool)), ...); }, all_tools);
  return result;
}

}  // namespace termhost::protocol
