#include "host/state/effect.hpp"

#include <iterator>

namespace termhost::host {

void append(Effects& effects, Effects more) {
  effects.insert(effects.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace termhost::host
