#include "host/recording/recorded_events.hpp"

#include "base/utf8.hpp"
#include "protocol/base64.hpp"

namespace termhost::host {

void RecordedEvents::owned_wrote(const base::TerminalId& terminal, Stream stream, std::string_view bytes,
                                 base::Instant now) {
  const bool is_text = base::is_well_formed(bytes);
  record_(record::wrote, protocol::encode(record::Wrote{
                             terminal, stream, is_text ? std::string(bytes) : protocol::encode_base64(bytes),
                             is_text ? protocol::Encoding::Text : protocol::Encoding::Base64}));
  inner_.owned_wrote(terminal, stream, bytes, now);
}

void RecordedEvents::owned_exited(const base::TerminalId& terminal, ExitStatus status, std::vector<Holder> holders,
                                  base::Instant now) {
  record_(record::exited,
          protocol::encode(record::Exited{terminal, status, record::Form<std::vector<Holder>>::line(holders)}));
  inner_.owned_exited(terminal, status, std::move(holders), now);
}

RecordedScheduler::RecordedScheduler(Scheduler& inner, RecordOs record) : inner_(inner), record_(std::move(record)) {
  record_(record::timer, 0);
}

Scheduler::TimerId RecordedScheduler::after(base::Millis delay, std::function<void()> callback) {
  return inner_.after(delay, [record = record_, number = ++last_, callback = std::move(callback)] {
    record(record::timer, number);
    callback();
  });
}

}  // namespace termhost::host
