// plumb/workloads/stream/reference.cpp - what the arrays hold after one execution, element by
// element.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "plumb/workloads/stream/operations.h"
#include "plumb/workloads/stream/stream.h"

namespace plumb::stream {
namespace {

constexpr std::array<Operation, 5> all_operations{{
    {.name = "copy", .arrays = "ac"},
    {.name = "scale", .arrays = "cb", .scales = true, .flops = 1},
    {.name = "add", .arrays = "abc", .flops = 1},
    {.name = "triad", .arrays = "bca", .scales = true, .flops = 2},
    {.name = "dot", .arrays = "ab", .sums = true, .flops = 2},
}};

constexpr std::size_t piece = 4096;

// The reference loops, in double precision, on the elements [first, first + n).
class Arrays {
 public:
  explicit Arrays(const Settings& settings)
      : scalar_(settings.text("precision") == "f64" ? Scalar::f64 : Scalar::f32),
        elements_(settings.count("elements")),
        seed_(settings.count("seed")),
        operations_(chosen_operations(settings)) {}

  void evaluate(std::uint64_t first, std::size_t n) {
    a.resize(n);
    b.resize(n);
    c.resize(n);
    fill_values(initial('a', seed_), scalar_, first, a);
    fill_values(initial('b', seed_), scalar_, first, b);
    fill_values(initial('c', seed_), scalar_, first, c);
    // The kernels receive s rounded to their precision.
    const double s =
        scalar_ == Scalar::f32 ? static_cast<double>(static_cast<float>(factor)) : factor;
    for (const Operation& operation : operations_) {
      if (operation.name == "copy") copy_reference();
      if (operation.name == "scale") scale_reference(s);
      if (operation.name == "add") add_reference();
      if (operation.name == "triad") triad_reference(s);
    }
  }

  [[nodiscard]] double dot_reference() {
    double sum = 0;
    for (std::uint64_t first = 0; first < elements_; first += piece) {
      evaluate(first, std::min<std::uint64_t>(piece, elements_ - first));
      double part = 0;
      for (std::size_t i = 0; i < a.size(); ++i) part += a[i] * b[i];
      sum += part;
    }
    return sum;
  }

  std::vector<double> a;
  std::vector<double> b;
  std::vector<double> c;

 private:
  void copy_reference() { c = a; }
  void scale_reference(double s) {
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = s * c[i];
  }
  void add_reference() {
    for (std::size_t i = 0; i < c.size(); ++i) c[i] = a[i] + b[i];
  }
  void triad_reference(double s) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = b[i] + s * c[i];
  }

  Scalar scalar_;
  std::uint64_t elements_;
  std::uint64_t seed_;
  std::vector<Operation> operations_;
};

}  // namespace

std::vector<Operation> chosen_operations(const Settings& settings) {
  const std::string& wanted = settings.text("operation");
  std::vector<Operation> chosen;
  for (const Operation& operation : all_operations) {
    if (wanted == "all" || wanted == operation.name) chosen.push_back(operation);
  }
  return chosen;
}

Fill initial(char array, std::uint64_t seed) {
  return random_fill(1, 2, 256 * seed + static_cast<std::uint64_t>(array));
}

std::vector<Check> checks_of(const Settings& settings) {
  const bool single = settings.text("precision") == "f32";
  const double rounding = single ? 0x1p-24 : 0x1p-53;
  // An element passes through at most four rounded operations; a sum of positive terms is off by at
  // most one rounding per addition in a row, those of one lane and those of the partial sums.
  const auto n = static_cast<double>(settings.count("elements"));
  const bool wide = settings.text("variant") == "wide";
  const auto groups = static_cast<double>(settings.count("groups"));
  const auto chunk = static_cast<double>(settings.count("chunk"));
  const double in_a_row =
      wide ? n / (groups * 256) + groups / 256 : std::min(n, chunk) / 32 + n / chunk;
  std::vector<Check> checks;
  for (const char* name : {"a", "b", "c"}) checks.push_back({name, 0, 16 * rounding, {}});
  for (const Operation& operation : chosen_operations(settings)) {
    if (operation.sums) checks.push_back({"sum", 0, rounding * (in_a_row + 100), {}});
  }
  return checks;
}

Reference reference(const Settings& settings, ReferenceStore&) {
  return [arrays = Arrays(settings)](std::string_view buffer, std::uint64_t first,
                                     std::span<double> out) mutable {
    if (buffer == "sum") {
      out[0] = arrays.dot_reference();
      return;
    }
    for (std::size_t done = 0; done < out.size(); done += piece) {
      const std::size_t n = std::min(piece, out.size() - done);
      arrays.evaluate(first + done, n);
      const auto& wanted = buffer == "a" ? arrays.a : (buffer == "b" ? arrays.b : arrays.c);
      std::ranges::copy(wanted, out.begin() + static_cast<std::ptrdiff_t>(done));
    }
  };
}

}  // namespace plumb::stream
