// plumb/workloads/livermore/rows.cpp - the table of the 24 kernels.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/rows.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace plumb::livermore {
namespace {

constexpr std::array<std::array<std::uint64_t, 24>, 3> spans{{
    {1001, 101,  1001, 1001, 1001, 64,  995, 100,  101, 101, 1001, 1000,
     64,   1001, 101,  75,   101,  100, 101, 1000, 101, 101, 100,  1001},
    {101, 101, 101, 101, 101, 32,  101, 100, 101, 101, 101, 100,
     32,  101, 101, 40,  101, 100, 101, 100, 50,  101, 100, 101},
    {27, 15, 27, 27, 27, 8, 21, 14, 15, 15, 27, 26, 8, 27, 15, 15, 15, 14, 15, 26, 20, 15, 14, 27},
}};

constexpr std::string_view none = "its table 3 names the pattern and describes no passes";

constexpr std::array<Description, 24> table{{
    {1, "hydro fragment", 1, "1", "", "map", 5, "X[k] = Q + Y[k]*(R*ZX[k+10] + T*ZX[k+11])", "none",
     "one rectangle; offsets +10 and +11 as two interpolated coordinates", true},
    {2, "ICCG excerpt", 1, "2", "log2 n passes, each reads what the one before wrote",
     "passes, the short ones in one group", 4,
     "X[i] = X[k] - V[k]*X[k-1] - V[k+1]*X[k+1], k in steps of 2, then half the length",
     "none inside a pass; a pass reads the results of the one before",
     "one draw per pass; coordinates of step 1 and step 2 from the corners", true},
    {3, "inner product", 2, "2", "", "reduction in a fixed tree", 2, "Q = Q + Z[k]*X[k]",
     "all iterations add to Q", "four products per texel, then m-to-1 passes", true},
    {4, "banded linear equations", 2, "2", "", "three reductions at once", 2,
     "temp = temp - XZ[lw]*Y[j], three windows; XZ[k-1] = Y[5]*temp",
     "inner loop a reduction; the windows do not overlap", none, false},
    {5, "tri-diagonal elimination", 3, "3s", "a scan, not one pass per step", "affine scan", 2,
     "X[i] = Z[i]*(Y[i] - X[i-1])", "X[i-1]",
     "one draw per step, clipped to one texel; four steps per texel", true},
    {6, "general linear recurrence", 2, "3t", "every W[i] needs all W before it",
     "blocked triangular solve", 2, "W[i] = 0.01 + sum of B[i,k]*W[i-k]", "all W[j], j < i", none,
     false},
    {7, "equation of state", 1, "1", "", "map", 16,
     "X[k] = U[k] + R*(Z[k] + R*Y[k]) + T*(U[k+3] + R*(..) + T*(..))", "none", none, false},
    {8, "ADI integration", 1, "1", "", "map, rows made contiguous", 36,
     "Ui[kx,ky,2] = Ui[kx,ky,1] + a*DU1 + b*DU2 + c*DU3 + SIG*(..)",
     "none: the two planes differ, DU can be private", "U1, U2, U3 in three channels, one draw",
     true},
    {9, "integrate predictors", 1, "1", "", "map, rows made contiguous", 17,
     "PX[1,k] = DM28*PX[13,k] + .. + C0*(PX[5,k] + PX[6,k]) + PX[3,k]", "none", none, false},
    {10, "difference predictors", 2, "1", "ten outputs are no limit any more",
     "map, rows made contiguous", 9, "PX[r,k] = c, c = c - old, r = 5..13; PX[14,k] = c",
     "a chain inside one iteration", "the body split over draws of four outputs", true},
    {11, "first sum", 3, "3s", "a scan, not one pass per step", "affine scan", 1,
     "X[k] = X[k-1] + Y[k]", "X[k-1]", none, false},
    {12, "first difference", 1, "1", "", "map", 1, "X[k] = Y[k+1] - Y[k]", "none", none, false},
    {13, "2-D particle in cell", 3, "3a", "only the counts meet, and they commute",
     "map, integer atomics, exact", 7, "P moves by B, C, Y, Z; H[i2,j2] = H[i2,j2] + 1",
     "scatter into H", none, false},
    {14, "1-D particle in cell", 3, "3a", "only the charges meet", "map, stable sort, sum per cell",
     11, "RH[IR] = RH[IR] + 1 - RX; RH[IR+1] = RH[IR+1] + RX", "scatter into RH",
     "gather by dependent reads; the host keeps IR and copies one texel per particle", true},
    {15, "casual Fortran", 1, "1", "", "map with branches", 33,
     "VY, VS by three decisions per point", "none", "both sides computed, a mask selects", true},
    {16, "Monte Carlo search", 1, "4", "stops and changes zone by what it finds",
     "all zones at once, lowest event, count", 10, "stop or change the zone at the first event",
     "exits decided by the data", none, false},
    {17, "implicit conditional", 4, "3v", "piecewise affine: guess the branches, scan, verify",
     "speculate, scan, verify", 9, "XNM = XNM*VSP + VSTP or 2*(XNM*VLR + VLIN) - XNM",
     "XNM through a branch", "no method found", false},
    {18, "2-D explicit hydrodynamics", 2, "2", "", "three maps", 44,
     "ZA, ZB; then ZU, ZV; then ZR, ZZ", "none inside a nest", none, false},
    {19, "general linear recurrence, two sweeps", 3, "3s", "two scans", "affine scan, up and down",
     6, "B5[k] = SA[k] + ST*SB[k]; ST = B5[k] - ST", "ST", none, false},
    {20, "discrete ordinates transport", 3, "3v", "Newton's tangents make it affine",
     "Newton with a scan", 26, "XX[k+1] = (X[k] - XX[k])*dn + XX[k], dn clamped", "XX[k]", none,
     false},
    {21, "matrix product", 1, "2", "25 products are added up", "map over columns", 2,
     "PX[i,j] = PX[i,j] + VY[i,k]*CX[k,j]", "the sum over k",
     "k unrolled in the fragment program (printed as kernel 22)", true},
    {22, "Planckian distribution", 1, "1", "", "map", 17,
     "Y[k] = U[k]/V[k]; W[k] = X[k]/(exp(Y[k]) - 1)", "none", none, false},
    {23, "2-D implicit hydrodynamics", 1, "3w", "reads ZA[k-1,j] and ZA[k,j-1] just written",
     "affine scan, column by column", 11,
     "ZA[k,j] = ZA[k,j] + 0.175*(.. + ZA[k-1,j]*ZV[k,j] + .. - ZA[k,j])", "ZA[k-1,j], ZA[k,j-1]",
     none, false},
    {24, "first minimum", 2, "2", "", "reduction of value and index", 1, "if X[k] < X[m]: m = k",
     "all iterations compare with the best", "value and coordinate, 8-to-1 passes", true},
}};

}  // namespace

std::span<const Description> descriptions() { return table; }

std::uint64_t official_span(unsigned kernel, unsigned which) {
  return spans.at(which).at(kernel - 1);
}

std::uint64_t span_of_points(unsigned kernel, std::uint64_t points) {
  std::uint64_t span = points;
  switch (kernel) {
    case 6:
      span = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(points)));
      break;
    case 8:
      span = points / 5;
      break;
    case 9:
    case 10:
    case 21:
      span = points / 25;
      break;
    case 15:
    case 18:
    case 23:
      span = points / 7;
      break;
    default:
      break;
  }
  return std::max<std::uint64_t>(span, 1);
}

double official_flops(unsigned kernel, std::uint64_t span, std::uint64_t steps_of_16,
                      std::uint64_t evaluations_of_16) {
  const auto n = static_cast<double>(span);
  const std::uint64_t fifths = span < 5 ? 0 : (span - 5) / 5 + 1;
  const std::uint64_t half = (span - 1) / 2;  // rounded down, as the suite counts
  double work = n;
  switch (kernel) {
    case 2:
      work = 0;
      for (std::uint64_t pairs = span / 2; pairs > 0; pairs /= 2)
        work += static_cast<double>(pairs);
      break;
    case 4:
      work = 3 * static_cast<double>(fifths);
      break;
    case 5:
    case 11:
    case 24:
      work = n - 1;
      break;
    case 6:
      work = n * static_cast<double>(half);
      break;
    case 8:
      work = 2 * (n - 1);
      break;
    case 15:
    case 18:
    case 23:
      work = 5 * (n - 1);
      break;
    case 16:
      return 2 * static_cast<double>(steps_of_16) + 10 * static_cast<double>(evaluations_of_16);
    case 21:
      work = 625 * n;
      break;
    default:
      break;
  }
  return table.at(kernel - 1).flops * work;
}

}  // namespace plumb::livermore
