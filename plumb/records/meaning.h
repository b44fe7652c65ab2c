// plumb/records/meaning.h - what others may know of a parameter: they find it by its meaning,
// whatever its name.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace plumb {

enum class Meaning {
  own,          // known to the workload or the application alone
  chunks,       // in how many chunks a pipeline is cut, or "model"
  split,        // the fraction of the first of two devices, 1 for one alone
  second_kind,  // for which kind of device the kernels of the second are made
};

std::string name_of(Meaning meaning);
Meaning meaning_from_name(std::string_view name);

}  // namespace plumb
