// grep, ripgrep, diff: finds files that they read though no word names them, and how much of each they show. The tables
// mark the options that matter here (`OptionEffect`).
#pragma once

#include "approval/proof/builtin_word_checks.hpp"

namespace termhost::approval {

/// `grep -l` and its like: of the files that it reads it shows names.
[[nodiscard]] bool shows_only_names(Words words, std::string_view program);
/// `grep -r x --include=*.rs`: whatever is named, it reads only files whose names end so.
[[nodiscard]] bool chooses_files(Words words, std::string_view program);

[[nodiscard]] Objection grep_words(Words words, const ProofContext& context, std::size_t offset);
[[nodiscard]] Objection rg_words(Words words, const ProofContext& context, std::size_t offset);
/// diff compares two folders file by file, and a file with the file of the same name in a folder.
[[nodiscard]] Objection diff_words(Words words, const ProofContext& context, std::size_t offset);
/// ack and ag.
[[nodiscard]] Objection ag_words(Words words, const ProofContext& context, std::size_t offset);

/// `grep -R x src`, `find -L .`, where a link below leads to what may not be read.
[[nodiscard]] Objection followed_links_objection(Words words, const Program& program, const ReadablePlaces& places);

}  // namespace termhost::approval
