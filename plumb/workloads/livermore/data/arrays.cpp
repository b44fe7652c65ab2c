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
#include "plumb/workloads/livermore/rows.h"

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

Place placed(std::span<const Place> places, std::string_view name) {
  const auto found = std::ranges::find(places, name, &Place::name);
  assert(found != places.end());
  return *found;
}

// ZX is the storage from Z on, XZ that from X on, RH+ has one element more, V3 is the beginning of
// V, D- begins four elements before D.
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
  for (const std::string_view name : names_in(kernel_row(kernel).arrays))
    places.push_back(place_of(all, name, span));
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

// Without arrays: the third block has the scalars.
Arrays<double> bare(unsigned kernel, std::uint64_t span, DataSet data) {
  Arrays<double> arrays;
  arrays.kernel = kernel;
  arrays.span = span;
  arrays.size = dimensions_of(kernel, span);
  Block block(data, 3);
  for (const std::string_view name : block_3) arrays.scalars[std::string(name)] = block.next();
  return arrays;
}

Arrays<double> filled(unsigned kernel, std::uint64_t span, DataSet data) {
  Arrays<double> arrays = bare(kernel, span, data);
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

}  // namespace

std::vector<std::string_view> names_in(std::string_view list) {
  std::vector<std::string_view> names;
  while (!list.empty()) {
    const std::size_t blank = std::min(list.find(' '), list.size());
    names.push_back(list.substr(0, blank));
    list.remove_prefix(std::min(list.size(), blank + 1));
  }
  return names;
}

Dimensions dimensions_of(unsigned kernel, std::uint64_t span) {
  Dimensions size;
  for (const Growth& growth : kernel_row(kernel).grows) {
    if (growth.dimension == nullptr) continue;
    std::uint64_t& dimension = size.*growth.dimension;
    dimension = std::max(dimension, growth.per_step * span + growth.beyond);
  }
  return size;
}

std::uint64_t Outline::elements(std::string_view name) const {
  const auto found = integers.find(name);
  return found != integers.end() ? found->second : reals.find(name)->second;
}

Outline outline_of(const Arrays<double>& arrays) {
  Outline outline{.kernel = arrays.kernel,
                  .span = arrays.span,
                  .size = arrays.size,
                  .reals = {},
                  .integers = {},
                  .scalars = arrays.scalars};
  for (const auto& [name, values] : arrays.reals) outline.reals[name] = values.size();
  for (const auto& [name, values] : arrays.integers) outline.integers[name] = values.size();
  if (const auto zone = arrays.integers.find("ZONE"); zone != arrays.integers.end())
    outline.zones = static_cast<std::uint64_t>(zone->second.front());
  return outline;
}

Outline outline_of(unsigned kernel, std::uint64_t span, DataSet data) {
  const KernelRow& row = kernel_row(kernel);
  Arrays<double> single = bare(kernel, span, data);
  if (row.add_results != nullptr) row.add_results(single);
  Outline outline = outline_of(single);
  for (const Place& place : places_of(kernel, span))
    outline.reals[std::string(place.name)] = place.count;
  if (row.outline != nullptr) row.outline(outline, data);
  return outline;
}

Arrays<float> rounded_arrays(const Arrays<double>& arrays) { return converted<float>(arrays); }
Arrays<double> exact_arrays(const Arrays<float>& arrays) { return converted<double>(arrays); }

double bytes_of_arrays(unsigned kernel, std::uint64_t span, DataSet data) {
  double words = 0;
  for (const Place& place : places_of(kernel, span)) words += static_cast<double>(place.count);
  if (data == DataSet::hard)
    words += kernel_row(kernel).hard_words_per_step * static_cast<double>(span);
  return 8 * words;
}

template <class Real>
Arrays<Real> initial_arrays(unsigned kernel, std::uint64_t span, DataSet data,
                            unsigned official_span) {
  const KernelRow& row = kernel_row(kernel);
  Arrays<double> arrays = filled(kernel, span, data);
  if (data == DataSet::hard && row.prepare_hard != nullptr) {
    row.prepare_hard(arrays);
  } else if (row.prepare != nullptr) {
    row.prepare(arrays, data, official_span);
  }
  if (row.add_results != nullptr) row.add_results(arrays);
  if constexpr (std::is_same_v<Real, double>) {
    return arrays;
  } else {
    return converted<Real>(arrays);
  }
}

template Arrays<float> initial_arrays<float>(unsigned, std::uint64_t, DataSet, unsigned);
template Arrays<double> initial_arrays<double>(unsigned, std::uint64_t, DataSet, unsigned);

}  // namespace plumb::livermore
