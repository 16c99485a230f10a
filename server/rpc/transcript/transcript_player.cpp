#include "rpc/transcript/transcript_player.hpp"

#include <algorithm>
#include <deque>

#include <fmt/format.h>

#include "rpc/json_reader.hpp"
#include "rpc/transcript/transcript_match.hpp"

namespace termhost::rpc {
namespace {

std::string frame_of(const Json& message) { return framed(Framing::ContentLength, protocol::to_text(message)); }

class Player {
 public:
  Player(TranscriptSubject& subject, const PlayerOptions& options) : subject_(subject), options_(options) {}

  void step(const TranscriptStep& step) {
    line_ = step.line;
    std::visit([this](const auto& what) { perform(what); }, step.what);
  }

  std::vector<std::string> finish() {
    for (const Json& message : sent_) {
      if (!ignorable(message)) report("came without being expected: " + protocol::to_text(message));
    }
    return std::move(differences_);
  }

 private:
  void perform(const ClientSends& step) { send(frame_of(substituted(step.message, bindings_))); }
  void perform(const ClientSendsRaw& step) { send(step.bytes); }
  void perform(const TimePasses& step) {
    subject_.advance(step.duration);
    collect();
  }

  void perform(const OsSays& step) {
    subject_.os(step.kind, step.value);
    collect();
  }

  void perform(const ServerSends& step) {
    std::optional<std::string> first_difference;
    for (auto message = sent_.begin(); message != sent_.end(); ++message) {
      const auto found = difference(step.message, *message, bindings_);
      if (!found) {
        report_skipped(message);
        sent_.erase(sent_.begin(), message + 1);
        return;
      }
      if (!first_difference && !ignorable(*message)) first_difference = found;
    }
    report(first_difference.value_or("nothing was sent") + "; expected " + protocol::to_text(step.message));
    skip_failed();
  }

  /// After a difference the message that should have matched is taken as used up, so that one error is one report.
  void skip_failed() {
    const auto next = std::ranges::find_if(sent_, [this](const Json& message) { return !ignorable(message); });
    if (next != sent_.end()) sent_.erase(next);
  }

  void report_skipped(std::deque<Json>::iterator until) {
    for (auto message = sent_.begin(); message != until; ++message) {
      if (!ignorable(*message)) report("came without being expected: " + protocol::to_text(*message));
    }
  }

  void send(std::string_view bytes) {
    const std::size_t piece = options_.feeding.kind == Feeding::Kind::ByteByByte ? 1 : bytes.size();
    const bool split = options_.feeding.kind == Feeding::Kind::SplitOnce && options_.feeding.split_at < bytes.size();
    if (split) {
      subject_.feed(bytes.substr(0, options_.feeding.split_at));
      bytes.remove_prefix(options_.feeding.split_at);
    }
    for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
      subject_.feed(bytes.substr(0, piece));
    }
    collect();
  }

  void collect() {
    framer_->feed(subject_.take_output());
    while (true) {
      const FramerEvent event = framer_->next();
      if (std::holds_alternative<NeedMore>(event)) return;
      if (const auto* frame = std::get_if<Frame>(&event)) {
        sent_.push_back(read_json(frame->text).value_or(Json()));
      } else {
        report("the server's output is broken: " + std::get<FramingProblem>(event).what);
      }
    }
  }

  [[nodiscard]] bool ignorable(const Json& message) const {
    if (!message.is_object() || message.contains("id")) return false;
    return std::ranges::find(options_.ignorable, text_field(message, "method")) != options_.ignorable.end();
  }

  void report(const std::string& what) { differences_.push_back(fmt::format("line {}: {}", line_, what)); }

  TranscriptSubject& subject_;
  const PlayerOptions& options_;
  std::unique_ptr<Framer> framer_ = make_framer(Framing::ContentLength);
  std::deque<Json> sent_;  // by the server, not matched yet
  Bindings bindings_;
  std::size_t line_ = 0;
  std::vector<std::string> differences_;
};

}  // namespace

std::vector<std::string> play(const std::vector<TranscriptStep>& steps, TranscriptSubject& subject,
                              const PlayerOptions& options) {
  Player player(subject, options);
  for (const TranscriptStep& step : steps) player.step(step);
  return player.finish();
}

std::size_t longest_client_frame(const std::vector<TranscriptStep>& steps) {
  std::size_t longest = 0;
  for (const TranscriptStep& step : steps) {
    if (const auto* sends = std::get_if<ClientSends>(&step.what)) {
      longest = std::max(longest, frame_of(sends->message).size());
    } else if (const auto* raw = std::get_if<ClientSendsRaw>(&step.what)) {
      longest = std::max(longest, raw->bytes.size());
    }
  }
  return longest;
}

}  // namespace termhost::rpc
