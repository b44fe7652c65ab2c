// plumb/workloads/livermore/reference/sums.cpp - check sums: the suite's own and strict ones.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "plumb/workloads/livermore/reference/reference.h"

namespace plumb::livermore {
namespace {

// sum of i A(i) for i = first..last, in this order; the product is rounded before it is added.
template <class T>
double weighted(const std::vector<T>& array, std::uint64_t first, std::uint64_t last,
                std::uint64_t weight_of_first) {
  double sum = 0;
  for (std::uint64_t i = first; i <= last && i <= array.size(); ++i) {
    const double product =
        static_cast<double>(weight_of_first + (i - first)) * static_cast<double>(array[i - 1]);
    sum += product;
  }
  return sum;
}

// Over storage, weights from 1 on.
template <class T>
double storage_sum(const std::vector<T>& array, std::uint64_t count) {
  return weighted(array, 1, count, 1);
}

// The weights are the positions themselves.
template <class T>
double written_sum(const std::vector<T>& array, std::uint64_t first, std::uint64_t last) {
  return weighted(array, first, last, first);
}

struct Window {
  std::uint64_t rows;  // leading dimension
  std::uint64_t first_row, last_row, first_column, last_column;
};

template <class Real>
double window_sum(const std::vector<Real>& array, const Window& window, bool absolute = false) {
  double sum = 0;
  for (std::uint64_t j = window.first_column; j <= window.last_column; ++j) {
    for (std::uint64_t i = window.first_row; i <= window.last_row; ++i) {
      const std::uint64_t p = i + window.rows * (j - 1);
      const auto value = static_cast<double>(array[p - 1]);
      const double product = static_cast<double>(p) * (absolute ? std::fabs(value) : value);
      sum += product;
    }
  }
  return sum;
}

template <class Real>
double banded_sum(const Arrays<Real>& a) {
  const std::uint64_t m = (a.size.l1 - 7) / 2;
  double sum = 0;
  for (std::uint64_t i = 0; i < 3; ++i)
    sum += static_cast<double>(i + 1) * static_cast<double>(a.real("XZ")[5 + i * m]);
  return sum;
}

template <class Real>
double adi_sum(const Arrays<Real>& a) {
  double sum = 0;
  for (const char* name : {"U1", "U2", "U3"}) {
    double part = 0;
    for (std::uint64_t kx = 2; kx <= 3; ++kx) {
      for (std::uint64_t ky = 2; ky <= a.span; ++ky) {
        const std::uint64_t p = kx + 5 * (ky - 1) + 5 * a.size.l2;
        part += static_cast<double>(p) * static_cast<double>(a.real(name)[p - 1]);
      }
    }
    sum += part;
  }
  return sum;
}

// The last index that kernel 2 writes.
std::uint64_t last_of_iccg(std::uint64_t n) {
  std::uint64_t ii = n;
  std::uint64_t hi = 0;
  std::uint64_t last = 0;
  do {
    const std::uint64_t lo = hi;
    hi += ii;
    ii /= 2;
    last = hi + 1 + (hi - lo) / 2;
  } while (ii > 1);
  return last;
}

template <class Real>
double absolute_difference_sum(const Arrays<Real>& a) {
  double sum = 0;
  for (std::uint64_t k = 1; k <= a.span; ++k)
    sum += static_cast<double>(k) * std::fabs(static_cast<double>(a.real("X")[k - 1]));
  return sum;
}

template <class Real>
double value(const Arrays<Real>& a, const char* name) {
  return static_cast<double>(a.real(name)[0]);
}

template <class Real>
std::vector<double> hydro_sums(const Arrays<Real>& a) {
  const Window inner{a.size.l2, 2, a.span, 2, 6};
  return {window_sum(a.real("ZU"), inner) + window_sum(a.real("ZV"), inner) +
              window_sum(a.real("ZR"), inner) + window_sum(a.real("ZZ"), inner),
          window_sum(a.real("ZA"), inner, true) + window_sum(a.real("ZB"), inner, true)};
}

}  // namespace

template <class Real>
double official_sum(const Arrays<Real>& a) {
  const std::uint64_t n = a.span;
  const auto sum = [&](const char* name, std::uint64_t count) {
    return storage_sum(a.real(name), count);
  };
  switch (a.kernel) {
    case 2:
      return sum("X", 2 * n);
    case 4:
      return sum("V", 3);
    case 5:
    case 11:
      return weighted(a.real("X"), 2, n, 1);
    case 8:
      return sum("U1", 10 * n) + sum("U2", 10 * n) + sum("U3", 10 * n);
    case 9:
    case 10:
      return sum("PX", 15 * n);
    case 12:
      return sum("X", n - 1);
    case 13:
      return sum("P", 8 * n) + sum("H", std::min<std::uint64_t>(8 * n, 4096));
    case 14:
      return sum("VX", n) + sum("XX", n) + sum("RH", 67);
    case 15:
      return sum("VY", 7 * n) + sum("VS", 7 * n);
    case 16: {
      const auto& found = a.integer("SEARCH");
      return static_cast<double>(found[0]) + found[1] + found[2] + found[3];
    }
    case 17:
      return sum("VXNE", n) + sum("VXND", n) + value(a, "XNM");
    case 18:
      return sum("ZR", 7 * n) + sum("ZZ", 7 * n);
    case 20:
      return weighted(a.real("XX"), 2, n + 1, 1);
    case 6:
    case 22:
      return sum("W", n);
    case 23:
      return sum("ZA", 7 * n);
    default:
      return strict_sums(a)[0];
  }
}

template <class Real>
std::vector<double> strict_sums(const Arrays<Real>& a) {
  const std::uint64_t n = a.span;
  const std::uint64_t l2 = a.size.l2;
  const auto sum = [&](const char* name) { return storage_sum(a.real(name), n); };
  switch (a.kernel) {
    case 2:
      return {written_sum(a.real("X"), n + 2, last_of_iccg(n))};
    case 3:
      return {value(a, "Q")};
    case 4:
      return {banded_sum(a)};
    case 5:
      return {written_sum(a.real("X"), 2, n)};
    case 6:
      return {written_sum(a.real("W"), 2, n)};
    case 8:
      return {adi_sum(a)};
    case 9: {
      double total = 0;
      for (std::uint64_t k = 0; k < n; ++k)
        total += static_cast<double>(k + 1) * static_cast<double>(a.real("PX")[25 * k]);
      return {total};
    }
    case 10:
      return {window_sum(a.real("PX"), {25, 5, 14, 1, n})};
    case 12:
      return {absolute_difference_sum(a)};
    case 13:
      return {storage_sum(a.real("P"), 4 * n) + storage_sum(a.real("H"), 4096)};
    case 14:
      return {sum("VX") + sum("XX") + sum("RX") + storage_sum(a.real("RH"), a.size.l14) +
              storage_sum(a.integer("IR"), n)};
    case 15:
      return {window_sum(a.real("VY"), {l2, 2, n, 2, 7}) +
              window_sum(a.real("VS"), {l2, 2, n, 2, 6})};
    case 16: {
      const auto& found = a.integer("SEARCH");
      return {found.begin(), found.end()};
    }
    case 17:
      return {written_sum(a.real("VXNE"), 2, n) + written_sum(a.real("VXND"), 2, n) +
              written_sum(a.real("VE3"), 2, n) + value(a, "XNM")};
    case 18:
      return hydro_sums(a);
    case 19:
      return {sum("B5") + value(a, "STB5")};
    case 20:
      return {sum("X") + weighted(a.real("XX"), 2, n + 1, 1)};
    case 21:
      return {storage_sum(a.real("PX"), 25 * n)};
    case 22:
      return {sum("Y") + sum("W")};
    case 23:
      return {window_sum(a.real("ZA"), {l2, 2, n, 2, 6})};
    case 24:
      return {static_cast<double>(a.integer("M")[0])};
    default:
      return {sum("X")};
  }
}

template double official_sum<float>(const Arrays<float>&);
template double official_sum<double>(const Arrays<double>&);
template std::vector<double> strict_sums<float>(const Arrays<float>&);
template std::vector<double> strict_sums<double>(const Arrays<double>&);

int agreeing_digits(double a, double b) {
  if (a == b) return 16;
  if ((a < 0) != (b < 0)) return 0;
  const double least = std::min(std::fabs(a), std::fabs(b));
  const double most = std::max(std::fabs(a), std::fabs(b));
  const double error = 1 - least / most;
  if (!(error > 0)) return 16;
  return std::min(16, static_cast<int>(std::lround(std::fabs(std::log10(error)))));
}

}  // namespace plumb::livermore
