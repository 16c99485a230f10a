// Events of the operating system on their way to the host, written to a recording.
#pragma once

#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "host/ports/ports.hpp"
#include "host/recording/os_answers.hpp"

namespace termhost::host {

class RecordedEvents final : public OwnedTerminalEvents {
 public:
  RecordedEvents(OwnedTerminalEvents& inner, RecordOs record) : inner_(inner), record_(std::move(record)) {}

  void owned_wrote(const base::TerminalId& terminal, Stream stream, std::string_view bytes, base::Instant now) override;
  void owned_obstructed(const base::TerminalId& terminal, const StartObstacle& obstacle, base::Instant now) override {
    inner_.owned_obstructed(terminal, obstacle, now);
  }
  void owned_exited(const base::TerminalId& terminal, ExitStatus status, std::vector<Holder> holders,
                    base::Instant now) override;

 private:
  OwnedTerminalEvents& inner_;
  RecordOs record_;
};

/// Tells the number of each timer that fell due: under load it does so late and after other events, which no clock can
/// tell a replay.
class RecordedScheduler final : public Scheduler {
 public:
  RecordedScheduler(Scheduler& inner, RecordOs record);

  [[nodiscard]] base::Instant now() const override { return inner_.now(); }
  [[nodiscard]] base::Duration processor_time() const override { return inner_.processor_time(); }
  TimerId after(base::Millis delay, std::function<void()> callback) override;
  void cancel(TimerId timer) override { inner_.cancel(timer); }

 private:
  Scheduler& inner_;
  RecordOs record_;
  TimerId last_ = 0;
};

}  // namespace termhost::host
