// plumb/records/pass.h - what one launch demands of the data paths: numbers only, no device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plumb/base/json.h"
#include "plumb/base/units.h"
#include "plumb/records/type.h"

namespace plumb {

// How successive points refer to memory: paper 000, table 7, and what later devices made matter.
enum class Pattern {
  single,         // every point reads the same element
  self,           // point i reads element i
  head,           // a point reads the head of its row or column
  relative,       // element i + constant
  neighbourhood,  // elements around i
  multiple,       // element i of several arrays
  symmetric,      // element n - 1 - i
  random,
  strided,
  scatter,    // writes to computed places
  atomic,     // read, change, write, indivisible
  reduction,  // all points into one value
};

std::string name_of(Pattern pattern);
Pattern pattern_from_name(std::string_view name);

// What a reference does to memory. On a CPU a line that is written is read first; on a GPU strided
// stores cost what strided loads do not.
enum class Use {
  read,
  write,
  both,  // half of the references read, half write
};

std::string name_of(Use use);
Use use_from_name(std::string_view name);

// Where what references ask for again comes from: the cache of the unit that asked before, or the
// one that all units share, as where groups on several units read the same rows.
enum class Reuse { unit, device };

std::string name_of(Reuse reuse);
Reuse reuse_from_name(std::string_view name);

// How references that read an image go through its sampler: a pixel each, or a mean of those around
// a place.
enum class Sampler { none, nearest, linear };

std::string name_of(Sampler sampler);
Sampler sampler_from_name(std::string_view name);

// One kind of reference that every point of a pass makes. The paper has exactly one per pass; a
// kernel that mixes kinds (a gather, a pivot row) has several.
struct Access {
  double references = 1;    // K of paper 000: per point; a fraction when not every point refers
  Bytes bytes{4};           // S of paper 000: per reference
  std::uint64_t width = 4;  // bytes one work-item moves at once: 4, 8 or 16
  Pattern pattern = Pattern::self;
  std::uint64_t streams = 1;  // arrays walked at the same time
  Bytes footprint{};          // distinct bytes touched by the whole pass; 0 = not stated
  Bytes row_bytes{};          // distance between rows of a neighbourhood or stride; 0 = none
  Use use = Use::read;
  double dependent = 0;  // references per point that wait for the one before: a chain
  double executed = 0;   // loads or stores that a point really makes; 0: `references`, as credited
  Reuse reuse = Reuse::unit;
  double ahead = 0;  // share that is asked for so early that no work-item waits for it
  Sampler sampler = Sampler::none;
  friend bool operator==(const Access&, const Access&) = default;
};

// Operations of one point by kind: a division is not two additions. Where none is stated, a pass's
// flops are taken as halves of multiply-adds.
struct Operations {
  Scalar type = Scalar::f32;  // of all but `integer`
  double fma = 0;             // a multiplication and an addition in one
  double add = 0;             // additions, subtractions, comparisons, minima and maxima
  double mul = 0;
  double div = 0;
  double sqrt = 0;  // and reciprocal square roots
  double exp = 0;   // exponentials, and functions of the mathematics library that have no kind
  double log = 0;   // logarithms
  double sin = 0;   // sines, cosines, tangents and their inverses
  double pow = 0;   // powers with any exponent
  double integer = 0;
  friend bool operator==(const Operations&, const Operations&) = default;
};

// "float" or "double"; another is an input error.
Scalar floating_from_name(std::string_view name);

// The counts with their names, as files write them.
using OperationCount = std::pair<std::string_view, double Operations::*>;
std::span<const OperationCount> operation_counts();

// Whether any is stated.
inline bool has_operations(const Operations& operations) {
  return operations != Operations{.type = operations.type};
}

// What stands before the launch in the queue decides its cost; `derived` leaves it to the steps.
// ito2007 knows one latency for all launches, roofline none, and neither looks at it.
enum class LaunchContext { derived, same_kernel, other_kernel, after_wait };

std::string name_of(LaunchContext context);
LaunchContext launch_context_from_name(std::string_view name);

struct Pass {
  std::string name;
  std::uint64_t points = 0;  // J of paper 000
  std::vector<Access> accesses;
  Flops flops{};                // per point, as it is credited
  Operations operations{};      // per point, as they are executed
  double barriers = 0;          // of a work-item, one after another, each with what it hands over
  double cluster_barriers = 0;  // the same between groups, of a cluster or sending each other words
  double local_traffic = 0;     // bytes of a point to and from local memory, as work-items ask
  double turns = 0;             // of the loop that computes a point; 1: no loop, 0: not stated
  double alone = 0;             // share of the points that vectors of a processor leave over
  double longest = 0;           // points of the work-item that has most; 0: all have as many
  std::uint64_t local_memory = 0;  // bytes of a group beside the launch's own
  std::uint64_t registers = 0;     // of 32 bits, of a work-item; 0: not stated
  std::uint64_t group = 0;         // work-items per group; 0 = the launch's own shape
  LaunchContext context = LaunchContext::derived;
  friend bool operator==(const Pass&, const Pass&) = default;
};

// Of a point, what the machine does: `executed` where it is stated.
inline double executed_references(const Access& access) {
  return access.executed > 0 ? access.executed : access.references;
}

// J K S summed over the accesses: the bytes that the points ask for, whatever caches do with them.
// Fractional references leave a fraction of a byte; who sums launches rounds the sum, not each one.
inline double demanded_bytes(const Pass& pass) {
  double per_point = 0;
  for (const Access& access : pass.accesses) {
    per_point += access.references * static_cast<double>(access.bytes.count);
  }
  return per_point * static_cast<double>(pass.points);
}
Bytes bytes_of(const Pass& pass);  // of one launch, rounded
inline Flops flops_of(const Pass& pass) {
  return Flops{pass.flops.count * static_cast<double>(pass.points)};
}

// Why strided references without row_bytes are refused: models would take them for a stream.
inline constexpr std::string_view no_stride =
    "'strided' needs 'row_bytes', the bytes from a point's element to that of the next point";

// Refuses (input error) counts that are negative or not finite, sums beyond 2^62 bytes, and strided
// references without row_bytes.
void check(const Pass& pass);

Json to_json(const Pass& pass);
Pass pass_from_json(const JsonView& view);

}  // namespace plumb
