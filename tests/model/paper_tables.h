// tests/model/paper_tables.h - tables 5 and 6 of paper 000: printed cells, and the same recomputed.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "plumb/records/profile.h"

namespace plumb {

inline constexpr std::array<const char*, 3> paper_devices{"NV45", "G70", "G80"};
inline constexpr std::array<int, 9> morphology_sizes{4, 8, 16, 32, 64, 128, 256, 512, 1024};
inline constexpr std::array<int, 5> lu_sizes{128, 256, 512, 1024, 2048};
inline constexpr std::array<const char*, 5> lu_programs{"copy_op", "max_op", "quadtree_op",
                                                        "divide_op", "row_op"};

struct PaperCell {
  std::string device;
  int size = 0;  // K of table 5, N of table 6
  std::string component;
  double measured = 0;   // ms
  double predicted = 0;  // ms, as printed
};

// docs/papers/ito2007/table<number>.csv
std::vector<PaperCell> paper_cells(int number);
const PaperCell& cell_of(const std::vector<PaperCell>& cells, const std::string& device, int size,
                         const std::string& component);

// The shipped profile of the device.
Profile shipped_profile(const std::string& device);

// Milliseconds by component (T1, T2, T3, T; for LU also each program), by the model as printed.
using Components = std::map<std::string, double>;
Components morphology(const Profile& profile, int references);
Components lu(const Profile& profile, int size, bool literal = false);

// The same for all devices and sizes of table 6, by the shipped profiles.
using LuTable = std::map<std::pair<std::string, int>, Components>;
LuTable lu_table(bool literal = false);

// Launches and MiB of each program of LU, by size.
struct Amount {
  double launches = 0;
  double mebibytes = 0;
};
using Amounts = std::map<std::string, Amount>;
std::map<int, Amounts> lu_amounts();

// How many cells of table 5 the printed parameters give within half a digit, if MB is `unit` bytes.
inline constexpr double half_digit = 0.05;  // ms: cells are printed with one decimal
int cells_met(double unit);

// One choice inside the rounding of the printed parameters, for all 36 cells of a device at once.
struct Inside {
  const char* device;
  double in;   // B1, MiB/s
  double out;  // B3, MiB/s
};
inline constexpr std::array<Inside, 3> inside_rounding{
    {{"NV45", 657.4885, 105.5164}, {"G70", 809.4912, 107.4833}, {"G80", 682.4889, 116.1815}}};

// Seconds per MiB that the printed row_op cells of a device follow from, and the largest residual.
struct RowSlope {
  double seconds = 0;
  double residual = 0;  // ms
};
RowSlope row_slope(const std::string& device);

// Every quantity of the profile through `change`, e.g. to an end of its rounding interval.
enum class Bound { fastest, slowest };
Profile at_bound(Profile profile, Bound bound);

struct Errors {
  double mean = 0;  // of |x|, %
  double most = 0;
};
Errors errors_of(const std::vector<double>& ratios);

}  // namespace plumb
