#include "tool/results/pipeline.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/ascii.hpp"

namespace termhost::tool {
namespace {

using Stages = shell::LastPipelines::Stages;

constexpr int killed_by_closed_pipe = 128 + 13;  ///< `yes | head`: its reader had enough
constexpr std::size_t shown_bytes = 40;

/// The pipeline that ran last; null: it may have been one of several. `count`: its stages, 0 if not known.
const Stages* last_run(const shell::LastPipelines& pipelines, int exit_code, std::size_t count) {
  const std::vector<Stages>& all = pipelines.candidates;
  const auto fits = [count](const Stages& stages) { return count == 0 || stages.size() == count; };
  const auto possible = std::count_if(all.begin(), all.end(), fits);
  if (possible == 1) return &*std::find_if(all.begin(), all.end(), fits);
  const bool is_last = possible > 1 && pipelines.last_if_successful && exit_code == 0 && fits(all.back());
  return is_last ? &all.back() : nullptr;
}

/// True if the word is not the beginning of a group or a loop, and does not expand.
bool is_program(std::string_view word) {
  constexpr std::array<std::string_view, 10> keywords{"if",   "for",    "while",    "until", "case",
                                                      "time", "select", "function", "begin", "switch"};
  return std::all_of(word.begin(), word.end(),
                     [](char c) {
                       return base::is_name_char(c) || std::string_view("./-+").find(c) != std::string_view::npos;
                     }) &&
         std::find(keywords.begin(), keywords.end(), word) == keywords.end();
}

std::string name_of(const std::vector<PipelineStage>& pipeline, std::size_t at) {
  std::string_view text = pipeline[at].command;
  if (text.empty()) return at + 1 == pipeline.size() ? "the last stage" : fmt::format("stage {}", at + 1);
  if (text.size() > shown_bytes || text.find('\n') != text.npos) {
    text = text.substr(0, text.find_first_of(" \t\n"));
    if (text.size() > shown_bytes || !is_program(text)) return fmt::format("stage {}", at + 1);
  }
  return fmt::format("`{}`", text);
}

bool failed(const PipelineStage& stage) {
  return stage.exit_code && *stage.exit_code != 0 && *stage.exit_code != killed_by_closed_pipe;
}

}  // namespace

std::vector<PipelineStage> pipeline_of(const shell::LastPipelines& pipelines, const terminal::Completion& completion) {
  if (!completion.exit_code) return {};
  const std::vector<int>& codes = completion.stages;
  const Stages* stages = last_run(pipelines, *completion.exit_code, codes.size());
  const std::size_t count = stages != nullptr ? stages->size() : codes.size();
  if (count < 2) return {};
  std::vector<PipelineStage> pipeline(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (stages != nullptr) pipeline[i].command = (*stages)[i];
    if (!codes.empty()) pipeline[i].exit_code = codes[i];
  }
  return pipeline;
}

std::string whose_exit_code(const std::vector<PipelineStage>& pipeline, int exit_code) {
  if (pipeline.empty()) return {};
  const std::string last = name_of(pipeline, pipeline.size() - 1);
  if (!pipeline.front().exit_code) {
    return exit_code == 0 ? fmt::format(" (of {}; the other codes are unknown)", last)
                          : fmt::format(" (of {}, unless pipefail is on)", last);
  }
  const bool of_last = pipeline.back().exit_code == exit_code;
  std::string others;
  for (std::size_t i = 0; i < pipeline.size() - (of_last ? 1 : 0); ++i) {
    if (of_last && !failed(pipeline[i])) continue;
    others +=
        fmt::format("{}{} ended with {}", others.empty() ? "" : ", ", name_of(pipeline, i), *pipeline[i].exit_code);
  }
  if (others.empty()) return {};
  return of_last ? fmt::format(" (of {}; {})", last, others) : fmt::format(" ({})", others);
}

}  // namespace termhost::tool
