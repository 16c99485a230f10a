// The reach of a plan: the kernel's permissions for a process under it.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sandbox/plan.hpp"

namespace termhost::sandbox {

/// Both absolute and without links. A folder lies in itself.
[[nodiscard]] bool lies_in(std::string_view path, std::string_view folder);

/// `path` is absolute and without links.
[[nodiscard]] Access access_to(const Plan& plan, std::string_view path);

/// The fewest trees that contain only readable places; devices are in none. Files that are made later next to a tree
/// are in none either. `names_in`: the names in a folder.
[[nodiscard]] std::vector<std::string> readable_trees(
    const Plan& plan, const std::function<std::vector<std::string>(const std::string& folder)>& names_in);

/// Likewise the fewest trees of a trial's home that are not there.
[[nodiscard]] std::vector<std::string> missing_trees(
    const Plan& plan, const std::function<std::vector<std::string>(const std::string& folder)>& names_in);

/// True if processes can make Unix sockets of their own and reach no others: nothing that they write is seen outside,
/// and names without a file are those of a network of their own.
[[nodiscard]] bool has_own_sockets(const Plan& plan);

}  // namespace termhost::sandbox
