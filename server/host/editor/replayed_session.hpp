// A host that lives in a transcript: time passes when the transcript says so, and the operating system answers as
// recorded. For `termhost replay` and for transcript tests.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "host/editor/editor_frontend.hpp"
#include "host/loop/host.hpp"
#include "host/ports/manual_scheduler.hpp"
#include "host/ports/ports.hpp"
#include "host/recording/os_record.hpp"
#include "host/recording/recorded_ports.hpp"
#include "rpc/transcript/transcript_player.hpp"

namespace termhost::host {

class ReplayedSession final : public rpc::TranscriptSubject, private rpc::FrameSink {
 public:
  /// Artifacts go to `store` and are read from `artifacts`, which outlive the session; null: there are none.
  ReplayedSession(const std::vector<rpc::TranscriptStep>& steps, terminal::ArtifactStore* store,
                  tool::ArtifactSource* artifacts);

  // TranscriptSubject
  void feed(std::string_view bytes) override { connection_.feed(bytes); }
  void advance(base::Duration duration) override;
  void os(const std::string& what, const protocol::Json& value) override;
  [[nodiscard]] std::string take_output() override { return std::exchange(output_, {}); }

 private:
  void write(std::string frame) override { output_ += frame; }
  bool write_droppable(std::string frame) override { return write(std::move(frame)), true; }

  std::string output_;
  OsAnswers answers_;
  const bool says_timers_;  ///< a recording does; a transcript that was written by hand leaves it to the clock
  ManualScheduler scheduler_;
  OwnedTerminals no_terminals_;
  ShellFiles no_shell_files_;
  Processes no_processes_;
  RecordedSystem system_{{&no_terminals_, &no_shell_files_, &no_processes_}, answers_};
  std::unique_ptr<RecordedStore> store_;
  rpc::Connection connection_;
  EditorFrontend frontend_;
  record::Environment environment_;
  Host host_;
};

}  // namespace termhost::host
