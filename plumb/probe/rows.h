// plumb/probe/rows.h - how fast a processor computes and reads in loops that its compiler made
// vectors of.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/probe/probing.h"

namespace plumb {

// compute.row.{fma.f32,fma.f64,integer}.throughput: of the whole device, in plain loops along a row
// of the first cache; bandwidth.private.rows: what such a loop reads and writes. Beside them,
// compute.* are what explicit vectors as wide as the registers reach. On GPUs nothing is added: a
// lane has no vectors.
void add_row_rates(Probing& probing);
Bytes room_of_rows(const Probing& probing);  // that it needs; none on GPUs

}  // namespace plumb
