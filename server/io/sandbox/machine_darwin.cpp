#include "io/sandbox/machine.hpp"

namespace termhost::io {

sandbox::Enforcement kernel_means(sandbox::Level /*level*/, bool has_view) {
  sandbox::Enforcement means;
  means.has_view = has_view;
  means.problem = "only Linux can confine a terminal";
  return means;
}

}  // namespace termhost::io
