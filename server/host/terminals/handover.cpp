#include "host/terminals/handover.hpp"

#include <algorithm>
#include <utility>

namespace termhost::host {
namespace {

using terminal::Terminal;

bool begins_with_state(const Terminal& t) {
  return t.identity().sandbox.is_on() && t.runs_shell() && !t.identity().command_file.empty();
}

}  // namespace

std::optional<shell::ShellState> Handover::read(const Terminal& terminal, std::string_view file) const {
  if (file.empty()) return std::nullopt;
  auto state = context_.shell_files.read_shell_state(terminal.identity().private_file(file));
  if (!state) return std::nullopt;
  for (const std::string& secret : context_.settings().secret_variables) state->variables.erase(secret);
  return state;
}

std::optional<shell::ShellState> Handover::last_state(const Terminal& terminal) {
  const std::string& file = terminal.state_files.last();
  auto& [known, state] = last_[terminal.id()];
  if (known != file) {
    state = read(terminal, file);
    known = file;
  }
  return state;
}

void Handover::look_outside(const base::TaskId& task) {
  const Terminal* const outside = terminals_.find(task_shells_.outside_of(task));
  if (outside == nullptr || outside->closed() || outside->identity().command_file.empty()) return;
  auto now = last_state(*outside);
  if (!now) return;  // it has run nothing
  const auto [seen, is_first] = seen_.try_emplace(outside->id());
  if (is_first) seen->second = read(*outside, outside->state_files.first()).value_or(*now);
  task_shells_.add_change(task, change_between(seen->second, *now), *outside);
  seen->second = std::move(*now);
}

void Handover::give(const Terminal& inside) {
  if (!begins_with_state(inside)) return;
  if (!begun_.contains(inside.id()))
    if (auto state = read(inside, inside.state_files.first())) begun_.emplace(inside.id(), *std::move(state));
  const base::TaskId& task = inside.work.task();
  look_outside(task);
  const TaskShells::LeftState* const left = task_shells_.left_state(task);
  if (left == nullptr) return;
  Given& given = given_[inside.id()];
  const std::string text = statements(left->change, given.known, inside.shell(), left->shell == inside.shell());
  if (text.empty() && !given.on_its_way) return;
  if (context_.shell_files.write_command_file(inside.identity().private_file(shell::given_state_file), text))
    given.on_its_way = left->change;
}

bool Handover::knows_state(const Terminal& terminal) const {
  if (terminal.state_files.first().empty()) return false;
  const auto given = given_.find(terminal.id());
  return given == given_.end() || (!given->second.on_its_way && given->second.known == shell::StateChange());
}

void Handover::taken(const Terminal& inside) {
  const auto found = given_.find(inside.id());
  if (found == given_.end() || !found->second.on_its_way) return;
  add(found->second.known, *std::exchange(found->second.on_its_way, std::nullopt));
  found->second.unproven = inside.work.task();
  context_.shell_files.remove_private_file(inside.identity().private_file(shell::given_state_file));
}

bool Handover::keep_state_of(const Terminal& inside) {
  if (!begins_with_state(inside)) return false;
  const auto begun = begun_.find(inside.id());
  const auto now = last_state(inside);
  if (begun == begun_.end() || !now) return false;
  const auto given = given_.find(inside.id());
  const shell::StateChange change =
      change_between(given == given_.end() ? begun->second : changed(begun->second, given->second.known), *now);
  if (!(change == shell::StateChange()) && is_alone(inside))
    task_shells_.add_change(inside.work.task(), change, inside);
  return !(change_between(begun->second, *now) == shell::StateChange());
}

/// A program that still runs there could write a file whose name the shell has told.
bool Handover::is_alone(const Terminal& inside) const {
  const terminal::SeenTree tree = terminals_.process_tree(inside, false);
  return std::all_of(tree.begin(), tree.end(), [](const terminal::SeenProcess& process) { return process.of_shell; });
}

std::vector<std::string> Handover::missing_in(const Terminal& outside) {
  if (outside.identity().sandbox.is_on() || outside.identity().command_file.empty()) return {};
  const base::TaskId& task = outside.work.task();
  const Terminal* const last = terminals_.find(task_shells_.terminal_of(task));
  if (last != nullptr && !last->closed() && !last->used_up()) (void)keep_state_of(*last);
  TaskShells::LeftState* const left = task_shells_.left_state(task);
  if (left == nullptr || left->only_inside.empty()) return {};
  auto here = last_state(outside);
  if (!here) here = read(outside, outside.state_files.first());
  if (!here) return {};
  std::vector<std::string> missing;
  for (const std::string& name : std::exchange(left->only_inside, {})) {
    const std::optional<std::string>& wanted = left->change.variables.at(name);
    const auto found = here->variables.find(name);
    if (wanted && (found == here->variables.end() || found->second != *wanted)) missing.push_back(name);
  }
  return missing;
}

void Handover::works(const Terminal& inside) {
  if (const auto found = given_.find(inside.id()); found != given_.end()) found->second.unproven.reset();
}

void Handover::forget(const base::TerminalId& terminal) {
  seen_.erase(terminal);
  begun_.erase(terminal);
  last_.erase(terminal);
  const auto given = given_.extract(terminal);
  if (!given.empty() && given.mapped().unproven) task_shells_.forget_state(*given.mapped().unproven);
}

}  // namespace termhost::host
