// Quotes in which nothing is expanded: '…' and $'…'.
#pragma once

#include "shell/posix/word_parts.hpp"

namespace termhost::shell::posix {

void single_quoted(WordParts& parts);
/// At the $.
void ansi_quoted(WordParts& parts);

}  // namespace termhost::shell::posix
