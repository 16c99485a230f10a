#include "text/screen/cluster_pool.hpp"

namespace termhost::text {

Cell ClusterPool::append(Cell cell, char32_t mark) {
  if ((cell & cluster_flag) != 0) {
    std::u32string& cluster = clusters_[cell & character_mask];
    if (cluster.size() < max_length) cluster += mark;
    return cell;
  }
  const char32_t base = cell & character_mask;
  if (base == 0) return make_cell(mark, 1, cell & protected_flag);
  clusters_.push_back({base, mark});
  return (cell & ~character_mask) | cluster_flag | static_cast<Cell>(clusters_.size() - 1);
}

}  // namespace termhost::text
