// The stage that a pipeline's exit code comes from: `pytest | tail` ends with 0 whatever the tests did.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "shell/analysis/last_pipelines.hpp"
#include "terminal/completion.hpp"

namespace termhost::tool {

struct PipelineStage {
  std::string command;           ///< as written; empty: which of several pipelines it was is not known
  std::optional<int> exit_code;  ///< nothing: the shell reported only the last one's
};

/// The stages of the pipeline that ended last; empty: it was no pipeline, or nothing is known of it.
[[nodiscard]] std::vector<PipelineStage> pipeline_of(const shell::LastPipelines& pipelines,
                                                     const terminal::Completion& completion);

/// The text after "Exit code: 0", with a blank before it; empty if there is nothing to add.
[[nodiscard]] std::string whose_exit_code(const std::vector<PipelineStage>& pipeline, int exit_code);

}  // namespace termhost::tool
