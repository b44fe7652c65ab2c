// plumb/probe/scalar.h - how fast a processor computes where it cannot use its vectors.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/probe/probing.h"

namespace plumb {

// compute.scalar.throughput: instructions per second of the whole device in loops that go on by
// what they read. On GPUs a lane is scalar as it is, and nothing is added.
void add_scalar_rate(Probing& probing);

}  // namespace plumb
