#include "terminal/executions/execution.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.hpp"
#include "terminal/executions/eol_mark.hpp"

namespace termhost::terminal {
namespace {

constexpr base::Millis hot_after_output{2000};
constexpr base::Millis hot_while_compiling{15000};

// Words of a build that works, and words of a build that is through. Only the last part of a chunk is searched: the
// newest words are there, and a chunk can be megabytes.
constexpr std::array<std::string_view, 6> working{"compiling",   "building",   "bundling",
                                                  "transpiling", "generating", "starting"};
constexpr std::array<std::string_view, 12> through{"compiled", "success", "finish", "complete",  "succeed", "done",
                                                   "end",      "stop",    "exit",   "terminate", "error",   "fail"};
constexpr std::size_t looked_at = 512;

template <std::size_t N>
bool contains_any(std::string_view text, const std::array<std::string_view, N>& words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return text.find(word) != text.npos; });
}

bool looks_like_compiling(std::string_view tail) {
  const std::string text = base::lowered(tail);
  return contains_any(text, working) && !contains_any(text, through);
}

/// An interrupted prompt line, as the editor reads it off the screen.
bool is_cancelled_line(std::string_view line) { return line.empty() || line.ends_with("^C"); }

}  // namespace

Execution::Execution(ExecutionOptions options) : options_(std::move(options)), log_(options_.log) {
  if (options_.stderr_id) {
    OutputLogOptions stderr_options = options_.log;
    stderr_options.execution = *options_.stderr_id;
    stderr_log_.emplace(std::move(stderr_options));
  }
}

void Execution::set_shows_only() {
  if (output_seen_) return;
  options_.log.shows_only = true;
  log_ = OutputLog(options_.log);
}

Change Execution::start(base::Instant now) {
  const ExecutionState before = state_;
  state_ = next_state(state_, ExecutionEvent::Started);
  if (before != ExecutionState::Announced) return Change::None;
  started_ = now;
  return Change::Started;
}

void Execution::restart() {
  const ExecutionOptions options = options_;
  *this = Execution(options);
}

void Execution::write(std::string_view bytes, base::Instant now) {
  if (bytes.empty() || ended()) return;
  output_seen_ = true;
  last_output_ = now;
  last_words_.assign(bytes.substr(bytes.size() > looked_at ? bytes.size() - looked_at : 0));
  if (!options_.strips_eol_mark) {
    log_.write(bytes, now);
    return;
  }
  std::string scratch;
  log_.write(filter_eol_mark(held_tail_, bytes, scratch), now);
}

void Execution::write_stderr(std::string_view bytes, base::Instant now) {
  if (bytes.empty() || ended() || !stderr_log_) return;
  output_seen_ = true;
  last_output_ = now;
  stderr_log_->write(bytes, now);
}

Change Execution::end(ExecutionEvent event, const Completion& completion, base::Instant now) {
  const ExecutionState before = state_;
  state_ = next_state(state_, event);
  if (state_ == before && !(before == ExecutionState::Draining && event == ExecutionEvent::Ended)) return Change::None;
  const bool first_word = completion_.evidence == Evidence::None;
  const bool adds_code = !completion_.exit_code && completion.exit_code;
  if (completion.evidence != Evidence::None && (first_word || adds_code)) completion_ = completion;
  if (before == ExecutionState::Draining) completion_.drained = event != ExecutionEvent::GraceElapsed;
  return finish_if_ended(before, now);
}

Change Execution::finish_if_ended(ExecutionState before, base::Instant now) {
  if (is_terminal_state(before) || !is_terminal_state(state_)) return Change::None;
  const std::string held = is_eol_mark(held_tail_) ? std::string() : std::exchange(held_tail_, {});
  if (state_ == ExecutionState::Finished && looks_phantom()) state_ = ExecutionState::Phantom;
  ended_ = now;
  log_.finish(now, held);
  if (stderr_log_) stderr_log_->finish(now);
  return Change::Completed;
}

bool Execution::looks_phantom() const {
  return is_cancelled_line(options_.command_line) && !output_seen_ && !completion_.exit_code && !completion_.signal;
}

bool Execution::hot(base::Instant now) const {
  if (ended() || !started_) return false;
  const base::Millis quiet = base::elapsed(last_output_.value_or(*started_), now);
  return quiet < hot_after_output || (quiet < hot_while_compiling && looks_like_compiling(last_words_));
}

base::Millis Execution::duration(base::Instant now) const {
  if (!started_) return base::Millis{0};
  return base::elapsed(*started_, ended_.value_or(now));
}

}  // namespace termhost::terminal
