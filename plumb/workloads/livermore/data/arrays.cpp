// plumb/workloads/livermore/data/arrays.cpp - where the arrays lie in the three blocks, and their
// fill.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/data/arrays.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <span>
#include <type_traits>

#include "plumb/workloads/livermore/data/fill_sequence.h"
#include "plumb/workloads/livermore/data/zones.h"

namespace plumb::livermore {
namespace {

struct Place {
  std::string_view name;
  int block = 1;
  std::uint64_t first = 0;  // position in the block, from 0
  std::uint64_t count = 0;
};

// The order of memory: the fill runs over a block without stopping at the end of an array.
std::vector<Place> layout_of(const Dimensions& size) {
  std::vector<Place> places;
  std::uint64_t next = 0;
  const auto add = [&](int block, std::uint64_t count, std::initializer_list<const char*> names) {
    if (!places.empty() && places.back().block != block) next = 0;
    for (const char* name : names) {
      places.push_back({name, block, next, count});
      next += count;
    }
  };
  add(1, size.l1, {"U", "V", "W", "X", "Y", "Z", "G"});
  add(1, size.l2, {"DU1", "DU2", "DU3"});
  add(1, size.l1, {"GRD", "DEX", "XI", "EX", "EX1", "DEX1", "VX", "XX", "RX"});
  add(1, size.l14, {"RH"});
  add(1, size.l2, {"VSP", "VSTP", "VXNE", "VXND", "VE3", "VLR", "VLIN", "B5"});
  add(1, size.l416, {"PLAN", "D"});
  add(1, size.l2, {"SA", "SB"});
  add(2, 4 * size.l813, {"P"});
  add(2, 25 * size.l2, {"PX", "CX", "VY"});
  add(2, 7 * size.l2,
      {"VH", "VF", "VG", "VS", "ZA", "ZP", "ZQ", "ZR", "ZM", "ZB", "ZU", "ZV", "ZZ"});
  add(2, size.b * size.b, {"B"});
  add(2, 64ULL * 64, {"C", "H"});
  add(2, 10 * size.l2, {"U1", "U2", "U3"});
  return places;
}

constexpr std::array<std::string_view, 39> block_3{
    "A11",  "A12",  "A13",   "A21", "A22",  "A23",    "A31",  "A32",  "A33",  "AR",
    "BR",   "C0",   "CR",    "DI",  "DK",   "DM22",   "DM23", "DM24", "DM25", "DM26",
    "DM27", "DM28", "DN",    "E3",  "E6",   "EXPMAX", "FLX",  "Q",    "QA",   "R",
    "RI",   "S",    "SCALE", "SIG", "STB5", "T",      "XNC",  "XNEI", "XNM"};

// What each kernel touches, in the order of memory. ZX is the storage from Z on, XZ that from X on,
// RH+ has one element more, V3 is the beginning of V, D- begins four elements before D.
constexpr std::array<std::string_view, 24> used{"X Y ZX",
                                                "V X",
                                                "X Z",
                                                "V3 XZ Y",
                                                "X Y Z",
                                                "W B",
                                                "U X Y Z",
                                                "DU1 DU2 DU3 U1 U2 U3",
                                                "PX",
                                                "PX CX",
                                                "X Y",
                                                "X Y",
                                                "Y Z P B C H",
                                                "GRD DEX XI EX EX1 DEX1 VX XX RX RH+",
                                                "VY VH VF VG VS",
                                                "PLAN D-",
                                                "VSP VSTP VXNE VXND VE3 VLR VLIN",
                                                "ZA ZP ZQ ZR ZM ZB ZU ZV ZZ",
                                                "B5 SA SB",
                                                "U V W X Y Z G VX XX",
                                                "PX CX VY",
                                                "U V W X Y",
                                                "ZA ZR ZB ZU ZV ZZ",
                                                "X"};

Place placed(std::span<const Place> places, std::string_view name) {
  const auto found = std::ranges::find(places, name, &Place::name);
  assert(found != places.end());
  return *found;
}

Place place_of(std::span<const Place> places, std::string_view name, std::uint64_t span) {
  if (name == "ZX") {
    const Place z = placed(places, "Z");
    return {"ZX", 1, z.first, z.count + 11};
  }
  if (name == "XZ") {
    const Place x = placed(places, "X");
    return {"XZ", 1, x.first, x.count + span / 5 + 1};
  }
  if (name == "RH+") {
    const Place rh = placed(places, "RH");
    return {"RH", 1, rh.first, rh.count + 1};
  }
  if (name == "V3") return {"V", 1, placed(places, "V").first, 3};
  if (name == "D-") {
    const Place d = placed(places, "D");
    return {"D", 1, d.first - 4, d.count + 4};
  }
  return placed(places, name);
}

std::vector<Place> places_of(unsigned kernel, std::uint64_t span) {
  const std::vector<Place> all = layout_of(dimensions_of(kernel, span));
  std::vector<Place> places;
  std::string_view rest = used.at(kernel - 1);
  while (!rest.empty()) {
    const std::size_t blank = std::min(rest.find(' '), rest.size());
    places.push_back(place_of(all, rest.substr(0, blank), span));
    rest.remove_prefix(std::min(rest.size(), blank + 1));
  }
  return places;
}

// Walks forward through one block.
class Block {
 public:
  Block(DataSet data, int block)
      : random_(data != DataSet::official), lcg_(1000 + static_cast<std::uint64_t>(block)) {}
  double next() {
    ++position_;
    if (!random_) return official_.next();
    const double spread = 0.1 * lcg_.uniform();
    return 0.05 + spread;
  }
  void go_to(std::uint64_t position) {
    assert(position >= position_);
    if (random_) {
      lcg_.skip(position - position_);
    } else {
      official_.skip(position - position_);
    }
    position_ = position;
  }

 private:
  bool random_;
  std::uint64_t position_ = 0;
  Lcg64 lcg_;
  OfficialSequence official_;
};

Arrays<double> filled(unsigned kernel, std::uint64_t span, DataSet data) {
  Arrays<double> arrays;
  arrays.kernel = kernel;
  arrays.span = span;
  arrays.size = dimensions_of(kernel, span);
  for (const int number : {1, 2}) {
    Block block(data, number);
    // Two arrays may begin before the end of another (XZ and Y): each walk starts where it must.
    std::uint64_t reached = 0;
    for (const Place& place : places_of(kernel, span)) {
      if (place.block != number) continue;
      if (place.first < reached) block = Block(data, number);
      block.go_to(place.first);
      std::vector<double>& values = arrays.reals[std::string(place.name)];
      values.resize(place.count);
      for (double& value : values) value = block.next();
      reached = place.first + place.count;
    }
  }
  Block block(data, 3);
  for (const std::string_view name : block_3) arrays.scalars[std::string(name)] = block.next();
  return arrays;
}

template <class To, class From>
Arrays<To> converted(const Arrays<From>& from) {
  Arrays<To> arrays;
  arrays.kernel = from.kernel;
  arrays.span = from.span;
  arrays.size = from.size;
  arrays.integers = from.integers;
  for (const auto& [name, values] : from.reals)
    arrays.reals[name].assign(values.begin(), values.end());
  for (const auto& [name, value] : from.scalars) arrays.scalars[name] = static_cast<To>(value);
  return arrays;
}

// Where a kernel leaves a single value; STB5 of kernel 19 goes in as well.
void add_results(Arrays<double>& arrays) {
  if (arrays.kernel == 3) arrays.reals["Q"] = {0.0};
  if (arrays.kernel == 16) arrays.integers["SEARCH"] = {0, 0, 0, 0};  // k2, k3, j5, m
  if (arrays.kernel == 17) arrays.reals["XNM"] = {0.0};
  if (arrays.kernel == 19) arrays.reals["STB5"] = {arrays.scalar("STB5")};
  if (arrays.kernel == 24) arrays.integers["M"] = {0};
}

}  // namespace

Dimensions dimensions_of(unsigned kernel, std::uint64_t span) {
  Dimensions size;
  const auto at_least = [](std::uint64_t& dimension, std::uint64_t needed) {
    dimension = std::max(dimension, needed);
  };
  switch (kernel) {
    case 2:
      at_least(size.l1, 2 * span);
      break;
    case 6:
      at_least(size.l1, span);
      at_least(size.b, span);
      break;
    case 7:
      at_least(size.l1, span + 6);
      break;
    case 12:
    case 20:
      at_least(size.l1, span + 1);
      break;
    case 8:
    case 18:
    case 23:
      at_least(size.l2, span + 1);
      break;
    case 9:
    case 10:
    case 15:
    case 17:
    case 19:
    case 21:
      at_least(size.l2, span);
      break;
    case 13:
      at_least(size.l813, 2 * span);
      break;
    case 16:
      at_least(size.l416, 4 * span);
      break;
    default:
      at_least(size.l1, span);
  }
  return size;
}

Arrays<float> rounded_arrays(const Arrays<double>& arrays) { return converted<float>(arrays); }
Arrays<double> exact_arrays(const Arrays<float>& arrays) { return converted<double>(arrays); }

double bytes_of_arrays(unsigned kernel, std::uint64_t span, DataSet data) {
  double words = 0;
  for (const Place& place : places_of(kernel, span)) words += static_cast<double>(place.count);
  if (kernel == 16 && data == DataSet::hard) words += 64.0 * static_cast<double>(span);
  return 8 * words;
}

template <class Real>
Arrays<Real> initial_arrays(unsigned kernel, std::uint64_t span, DataSet data,
                            unsigned official_span) {
  const bool own = data == DataSet::hard && (kernel == 16 || kernel == 17 || kernel == 20);
  Arrays<double> arrays = filled(kernel, span, data);
  if (own) {
    set_hard_values(arrays);
  } else {
    set_special_values(arrays, data, official_span);
  }
  add_results(arrays);
  if constexpr (std::is_same_v<Real, double>) {
    return arrays;
  } else {
    return converted<Real>(arrays);
  }
}

template Arrays<float> initial_arrays<float>(unsigned, std::uint64_t, DataSet, unsigned);
template Arrays<double> initial_arrays<double>(unsigned, std::uint64_t, DataSet, unsigned);

}  // namespace plumb::livermore
