// plumb/workloads/livermore/programs/one_item.h - the technique of variant 'sequential': one
// work-item in the original order.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/workloads/livermore/programs/parts.h"

namespace plumb::livermore {

// The launch of livermore_sequential_<kernel>: `buffers`, then what the loop needs to know.
void add_loop(Parts& parts, const char* source, std::string_view buffers,
              const std::vector<Argument>& more, double words);

// The arrays that it has as buffers, and the launch from kernels/sequential.cl.
void build_loop(Parts& parts, std::string_view arrays, const std::vector<Argument>& more,
                double words);

}  // namespace plumb::livermore
