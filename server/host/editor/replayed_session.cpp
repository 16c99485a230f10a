#include "host/editor/replayed_session.hpp"

#include "host/recording/os_record.hpp"
#include "host/wire/wire.hpp"
#include "protocol/base64.hpp"
#include "protocol/codec/decode.hpp"

namespace termhost::host {
namespace {

record::Environment environment_in(OsAnswers& answers) {
  auto recorded =
      answers.take<record::Environment>(record::environment).value_or(record::Environment{{"/bin/bash", "/", {}}, {}});
  if (recorded.rules) recorded.value.own_rules = record::from_record(*recorded.rules);
  return recorded;
}

ConfinedBy confinements_in(OsAnswers& answers) {
  return [&answers](const std::vector<std::string>& /*folders*/) {
    return answers.take<record::Confined>(record::confinement).value_or(record::Confined{}).value;
  };
}

}  // namespace

ReplayedSession::ReplayedSession(const std::vector<rpc::TranscriptStep>& steps, terminal::ArtifactStore* store,
                                 tool::ArtifactSource* artifacts)
    : answers_(steps),
      says_timers_(answers_.has(record::timer)),
      store_(store != nullptr ? std::make_unique<RecordedStore>(*store, answers_) : nullptr),
      connection_(rpc::editor_dialect, *this, {.log = [](std::string_view) {}, .record = {}}),
      frontend_(connection_, {}),
      environment_(environment_in(answers_)),
      host_({.system = system_.ports(),
             .scheduler = &scheduler_,
             .artifacts = store_.get(),
             .shim = &frontend_,
             .confined_by = confinements_in(answers_)},
            environment_.value, environment_.settings) {
  frontend_.attach(host_, artifacts);
}

void ReplayedSession::advance(base::Duration duration) {
  if (says_timers_) {
    scheduler_.pass(duration);
  } else {
    scheduler_.advance(duration);
  }
}

void ReplayedSession::os(const std::string& what, const protocol::Json& value) {
  if (what == record::wrote) {
    const auto wrote = protocol::decode<record::Wrote>(value, what);
    if (!wrote) return;
    std::string bytes = wrote->data;
    if (wrote->encoding == protocol::Encoding::Base64 && !protocol::decode_base64(wrote->data, bytes)) return;
    host_.owned_wrote(wrote->terminal_id, wrote->stream, bytes, scheduler_.now());
  } else if (what == record::timer) {
    const auto number = protocol::decode<Scheduler::TimerId>(value, what);
    if (number) scheduler_.fire(*number);
  } else if (what == record::exited) {
    const auto exited = protocol::decode<record::Exited>(value, what);
    if (!exited) return;
    host_.owned_exited(exited->terminal_id, exited->status, record::Form<std::vector<Holder>>::answer(exited->holders),
                       scheduler_.now());
  }
}

}  // namespace termhost::host
