// The meaning of names where a line runs: the program that PATH finds, and the reason why a line may not redefine a
// name.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "approval/decision/decision.hpp"

namespace termhost::approval {

/// The places of programs, each looked up once. The question must outlive it.
class ProgramPlaces {
 public:
  explicit ProgramPlaces(const Question& question) : question_(question) {}

  /// Absolute; empty: not found, or the question has no `locate`.
  [[nodiscard]] const std::string& of(std::string_view name);
  /// rustup's: the toolchain of `rust-toolchain.toml`, which may be a folder of the workspace.
  [[nodiscard]] bool runs_what_a_file_names(std::string_view name);

 private:
  const Question& question_;
  std::map<std::string, std::string, std::less<>> found_;
};

/// The reason why a line that makes `name` a function asks; empty: it does not.
[[nodiscard]] std::string function_objection(const std::string& name, const Policy& policy);
/// The reason why a line that sets the variable `name` asks; empty: it does not.
[[nodiscard]] std::string binding_objection(const std::string& name, const Question& question);

}  // namespace termhost::approval
