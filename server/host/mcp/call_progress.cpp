#include "host/mcp/call_progress.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace termhost::host {

CallProgress::CallProgress(Scheduler& scheduler, TakeNews take_news, Send send)
    : scheduler_(scheduler),
      take_news_(std::move(take_news)),
      send_(std::move(send)),
      started_(scheduler.now()),
      told_(started_) {
  arm(progress_silence);
}

CallProgress::~CallProgress() {
  if (timer_) scheduler_.cancel(*timer_);
}

void CallProgress::wrote() {
  if (std::exchange(something_new_, true)) return;
  arm(std::max(base::Millis(0), progress_interval - base::elapsed(told_, scheduler_.now())));
}

void CallProgress::arm(base::Millis delay) {
  if (timer_) scheduler_.cancel(*timer_);
  timer_ = scheduler_.after(delay, [this] { tell(); });
}

void CallProgress::tell() {
  timer_.reset();
  told_ = scheduler_.now();
  const double seconds = std::chrono::duration<double>(told_ - started_).count();
  std::string message = std::exchange(something_new_, false) ? take_news_() : std::string();
  while (message.ends_with('\n')) message.pop_back();
  if (message.empty()) message = fmt::format("running for {:.0f} s", seconds);
  arm(progress_silence);
  send_(seconds, std::move(message));
}

}  // namespace termhost::host
