// The text of clusters: cells with a base character and combining marks. They are rare, so their text is not in the
// cells. A cluster has exactly one cell; overwritten clusters are removed when they outnumber the others.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "text/screen/cell.hpp"

namespace termhost::text {

class ClusterPool {
 public:
  /// Code points in one cluster beyond which marks are dropped, so that memory stays bounded.
  static constexpr std::size_t max_length = 1024;

  [[nodiscard]] const std::u32string& operator[](Cell cell) const { return clusters_[cell & character_mask]; }

  /// `cell` with one more code point on it.
  [[nodiscard]] Cell append(Cell cell, char32_t mark);

  [[nodiscard]] bool empty() const { return clusters_.empty(); }
  [[nodiscard]] bool wants_sweep() const { return clusters_.size() >= sweep_at_; }

  /// Keeps the clusters of the cells that `for_each_cell(visit)` visits, and renumbers those cells.
  template <class ForEachCell>
  void sweep(ForEachCell for_each_cell) {
    std::vector<std::u32string> living;
    for_each_cell([&](Cell& cell) {
      if ((cell & cluster_flag) == 0) return;
      living.push_back(std::move(clusters_[cell & character_mask]));
      cell = (cell & ~character_mask) | static_cast<Cell>(living.size() - 1);
    });
    clusters_ = std::move(living);
    sweep_at_ = 2 * clusters_.size() + first_sweep;
  }

 private:
  static constexpr std::size_t first_sweep = 1024;

  std::vector<std::u32string> clusters_;
  std::size_t sweep_at_ = first_sweep;
};

}  // namespace termhost::text
