// plumb/workloads/livermore/programs/one_item.cpp - one work-item in the original order.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/programs/one_item.h"

#include <fmt/format.h>

#include "plumb/workloads/livermore/rows.h"

namespace plumb::livermore {

void add_loop(Parts& parts, const char* source, std::string_view buffers,
              const std::vector<Argument>& more, double words) {
  parts.add({.step = "loop",
             .source = source,
             .entry = fmt::format("livermore_sequential_{}", parts.kernel()),
             .arguments = Parts::arguments(buffers, more),
             .demands = {parts.n(), words, kernel_row(parts.kernel()).flops}});
}

void build_loop(Parts& parts, std::string_view arrays, const std::vector<Argument>& more,
                double words) {
  parts.arrays(arrays);
  add_loop(parts, "sequential", arrays, more, words);
}

}  // namespace plumb::livermore
