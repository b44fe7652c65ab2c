// tests/model/paper_calibration.h - table 6 of paper 000 replayed with numbers from its own
// measurements.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/model/paper_tables.h"

namespace plumb {

// Four numbers per GPU from the measured times of LU itself: launch costs by context from the
// column N = 128, the bandwidth of row_op's pattern from N = 1024. Calibration, not prediction.
struct Calibration {
  double changing = 0;   // ms per launch that changes program or target: copy, max, divide
  double paired = 0;     // of quadtree_op, the same program twice in a row
  double row = 0;        // of row_op
  double bandwidth = 0;  // MiB per ms, of row_op's pattern
};
Calibration calibrated(const std::string& device, const std::vector<PaperCell>& cells,
                       const std::map<int, Amounts>& all);

double table_4_bandwidth(const std::string& device);  // MiB per ms
double table_4_latency(const std::string& device);    // ms

// Everything else as in the paper: T1, T3 and the data of the other programs by table 4.
Components replay(const Components& plain, const Amounts& amounts, const Calibration& found,
                  double bandwidth);

// Ratios to the measurement minus one, over the columns that were not used for the calibration.
struct ReplayErrors {
  std::vector<double> totals;
  std::vector<double> programs;
};
struct Replays {
  ReplayErrors plain;   // by table 4
  ReplayErrors fitted;  // calibrated
};
Replays replay_errors();

// T of LU with N = 2048 on NV45 when only B2 of row_op is changed, to that of its own cell at
// N = 1024: what a measurement of its pattern does. ms
double total_with_measured_row();

}  // namespace plumb
