// plumb/probe/batches.h - how long recorded kernels take that go on with what the one before them
// left.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "plumb/probe/probing.h"

namespace plumb {

// One launch of a recorded batch of so many, all alike.
Quantity in_a_batch(Probing& probing, const device::Kernel& kernel, const device::Launch& shape,
                    std::span<const device::Argument> arguments, std::uint64_t launches = 1024);

// The curve launch.batch.elements: the same kernel over more and more work-items, each of which
// takes up what one before it left: what a device needs to fill and to empty itself between two
// kernels.
void add_growing_batches(Probing& probing, const device::Kernel& increase);

// launch.batch.neighbours, .row and .rows, by the kernels of launch.cl.
void add_stencil_batches(Probing& probing, device::Module& module);

}  // namespace plumb
