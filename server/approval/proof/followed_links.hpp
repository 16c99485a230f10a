// Programs that follow links below the folders that they read, by an option.
#pragma once

#include "approval/places/paths.hpp"
#include "approval/proof/operands.hpp"

namespace termhost::approval {

/// `grep -R x src`, `find -L .`, where a link below leads to what may not be read.
[[nodiscard]] Objection followed_links_objection(Words words, const Program& program, const ReadablePlaces& places);

}  // namespace termhost::approval
