// The meaning of names where a line runs: the program that PATH finds, and the reason why a line may not redefine a
// name.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "approval/decision/decision.hpp"
#include "approval/places/paths.hpp"

namespace termhost::approval {

/// The meaning of a command's name in a line. The places of programs are looked up once each.
class ProgramNames {
 public:
  /// The question must outlive it. `functions`: the names that the line itself defines.
  ProgramNames(const Question& question, const std::vector<std::string>& functions)
      : question_(question), functions_(functions.begin(), functions.end()) {}

  /// The reason why `name` may not mean the program that the tables know; empty: there is none. `moved`: the line may
  /// have left its folder.
  [[nodiscard]] std::string objection(std::string_view name, const ReadablePlaces& places, bool moved);
  /// rustup's: the toolchain of `rust-toolchain.toml`, which may be a folder of the workspace.
  [[nodiscard]] bool runs_what_a_file_names(std::string_view name);

 private:
  /// Absolute; empty: not found, or the question has no `locate`.
  [[nodiscard]] const std::string& place_of(std::string_view name);

  const Question& question_;
  std::set<std::string, std::less<>> functions_;
  std::map<std::string, std::string, std::less<>> found_;
};

/// The reason why a line that makes `name` a function asks; empty: it does not.
[[nodiscard]] std::string function_objection(const std::string& name, const Policy& policy);
/// The reason why a line that sets the variable `name` asks; empty: it does not.
[[nodiscard]] std::string binding_objection(const std::string& name, const Question& question);

}  // namespace termhost::approval
