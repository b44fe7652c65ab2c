// tests/model/paper_calibration.cpp - calibrating on table 6, and what is left then.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/model/paper_calibration.h"

namespace plumb {
namespace {

void add_errors(const Components& ours, const std::vector<PaperCell>& cells,
                const std::string& device, int size, ReplayErrors& errors) {
  errors.totals.push_back(ours.at("T") / cell_of(cells, device, size, "T").measured - 1);
  for (const char* program : lu_programs) {
    errors.programs.push_back(ours.at(program) / cell_of(cells, device, size, program).measured -
                              1);
  }
}

}  // namespace

double table_4_bandwidth(const std::string& device) {
  const Profile profile = shipped_profile(device);
  return paths_named(profile, "float").memory->bandwidth.value / 0x1p20 * 1e-3;
}

double table_4_latency(const std::string& device) {
  const Profile profile = shipped_profile(device);
  return paths_named(profile, "float").memory->latency.value * 1e3;
}

Calibration calibrated(const std::string& device, const std::vector<PaperCell>& cells,
                       const std::map<int, Amounts>& all) {
  const auto measured = [&](int size, const char* program) {
    return cell_of(cells, device, size, program).measured;
  };
  const Amounts& amounts = all.at(128);
  const double bandwidth = table_4_bandwidth(device);
  Calibration found;
  double launches = 0;
  for (const char* program : {"copy_op", "max_op", "divide_op"}) {
    found.changing += measured(128, program) - amounts.at(program).mebibytes / bandwidth;
    launches += amounts.at(program).launches;
  }
  found.changing /= launches;
  const Amount pairs = amounts.at("quadtree_op");
  found.paired = (measured(128, "quadtree_op") - pairs.mebibytes / bandwidth) / pairs.launches;
  found.row = measured(128, "row_op") / amounts.at("row_op").launches;
  const Amount large = all.at(1024).at("row_op");
  found.bandwidth = large.mebibytes / (measured(1024, "row_op") - large.launches * found.row);
  return found;
}

Components replay(const Components& plain, const Amounts& amounts, const Calibration& found,
                  double bandwidth) {
  Components parts{{"T1", plain.at("T1")}, {"T3", plain.at("T3")}};
  double sum = plain.at("T1") + plain.at("T3");
  for (const auto& [program, amount] : amounts) {
    const bool row = program == "row_op";
    const double launch = row                        ? found.row
                          : program == "quadtree_op" ? found.paired
                                                     : found.changing;
    parts[program] =
        amount.launches * launch + amount.mebibytes / (row ? found.bandwidth : bandwidth);
    sum += parts[program];
  }
  parts["T"] = sum;
  return parts;
}

Replays replay_errors() {
  const auto cells = paper_cells(6);
  const auto amounts = lu_amounts();
  const LuTable all = lu_table();
  Replays errors;
  for (const char* device : paper_devices) {
    const Calibration found = calibrated(device, cells, amounts);
    for (const int size : {256, 512, 2048}) {
      const Components& paper = all.at({device, size});
      add_errors(paper, cells, device, size, errors.plain);
      add_errors(replay(paper, amounts.at(size), found, table_4_bandwidth(device)), cells, device,
                 size, errors.fitted);
    }
  }
  return errors;
}

double total_with_measured_row() {
  const auto amounts = lu_amounts();
  const Calibration found = calibrated("NV45", paper_cells(6), amounts);
  const Components plain = lu(shipped_profile("NV45"), 2048);
  const Amount row = amounts.at(2048).at("row_op");
  return plain.at("T") - plain.at("row_op") + row.launches * table_4_latency("NV45") +
         row.mebibytes / found.bandwidth;
}

}  // namespace plumb
