// The programs that termhosts of other machines have sent to this one: those that nobody uses any more are removed.
#pragma once

namespace termhost::cli {

/// If this program was sent here: notes that it is used, and removes those that were not used for a week and do not
/// run.
void tidy_sent_programs();

}  // namespace termhost::cli
