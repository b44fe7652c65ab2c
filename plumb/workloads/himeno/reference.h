// plumb/workloads/himeno/reference.h - the benchmark on the host, in double precision.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plumb/records/program.h"
#include "plumb/records/reference.h"
#include "plumb/workloads/himeno/grid.h"

namespace plumb::himeno {

struct ReferenceResult {
  std::vector<double> pressure;  // planes * rows * columns
  std::vector<double> gosa;      // of every iteration
};

// `iterations` sweeps, gosa summed in double; all cores take part. Random data of `seed`, or the
// official ones. Refuses (input error) what does not fit into the host's memory; an interrupt
// ends it between two iterations.
ReferenceResult sweep_reference(const Grid& grid, bool random, std::uint64_t seed,
                                std::uint64_t iterations,
                                const ReferenceStore& store = ReferenceStore());

// How close the buffer `field` and gosa of a run must come in that precision: the field within 1e-5
// and gosa within what single precision explains: 5e-5 on random data until they have converged;
// at this size on official ones (5e-3 at L, 1.5e-3 at M).
std::vector<Check> checks_of(const Grid& grid, Scalar scalar, bool random,
                             const std::string& field);

}  // namespace plumb::himeno
