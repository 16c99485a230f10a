// grep, ripgrep, diff: which files they read that nobody named, and how much of them they show.
#pragma once

#include "approval/special_words.hpp"

namespace termhost::approval {

/// `grep -l` and its like: of the files that it reads it shows names.
[[nodiscard]] bool shows_only_names(Words words, std::string_view program);
/// `grep -r x --include=*.rs`: whatever is named, it reads only files whose names end so.
[[nodiscard]] bool chooses_files(Words words, std::string_view program);

[[nodiscard]] Objection grep_words(Words words, const ProofContext& context, std::size_t offset);
[[nodiscard]] Objection rg_words(Words words, const ProofContext& context, std::size_t offset);
/// Of two folders it compares file by file, of a folder and a file the file of that name.
[[nodiscard]] Objection diff_words(Words words, const ProofContext& context, std::size_t offset);
/// ack and ag.
[[nodiscard]] Objection ag_words(Words words, const ProofContext& context, std::size_t offset);

}  // namespace termhost::approval
