// plumb/workloads/livermore/examine.cpp - what a kernel left on the device against the host's loop.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "plumb/workloads/livermore/livermore.h"
#include "plumb/workloads/livermore/programs/parts.h"
#include "plumb/workloads/livermore/reference/reference.h"
#include "plumb/workloads/livermore/rows.h"

namespace plumb::livermore {
namespace {

// The sums of the host's loop in double precision, from data rounded as the device has them.
std::vector<double> expected_sums(const Settings& settings, Arrays<double> arrays) {
  if (settings.text("precision") == "f32") arrays = exact_arrays(rounded_arrays(arrays));
  run_reference(arrays);
  return strict_sums(arrays);
}

std::vector<double> found_sums(const Settings& settings, Arrays<double> arrays,
                               const Reader& reader) {
  for (const std::string& buffer : result_buffers(kernel_of(settings), settings.text("variant"))) {
    std::vector<double> values(device_layout(arrays, array_of(buffer)).size());
    reader(buffer, 0, values);
    keep_result(arrays, buffer, values);
  }
  return strict_sums(arrays);
}

// The first count of nothing that is pending was the last sweep.
void note_sweeps(std::uint64_t most, Point& point) {
  const ReadingResult* pending = reading_named(point, "pending");
  if (pending == nullptr) return;
  const auto last = std::ranges::find(pending->values, 0.0);
  const auto sweeps = static_cast<std::uint64_t>(last - pending->values.begin());
  const bool settled = sweeps <= most;
  point.readings.push_back(
      {.name = "sweeps", .values = {static_cast<double>(std::min(sweeps, most))}});
  point.readings.push_back({.name = "settled", .values = {settled ? 1.0 : 0.0}});
}

}  // namespace

void examine(const Settings& settings, const Reader& reader, Point& point) {
  const Arrays<double> before = arrays_before(settings);
  const std::vector<double> found = found_sums(settings, before, reader);
  const std::vector<double> expected = expected_sums(settings, before);
  int digits = 16;
  for (std::size_t i = 0; i < found.size(); ++i)
    digits = std::min(digits, agreeing_digits(found[i], expected[i]));
  point.readings.push_back({.name = "digits", .values = {static_cast<double>(digits)}});
  note_sweeps(settings.count("sweeps"), point);
  const KernelRow& row = kernel_row(kernel_of(settings));
  if (row.flops_found != nullptr) point.credit->flops = Flops{row.flops_found(found)};
}

std::function<void()> host_loop(const Settings& settings) {
  Arrays<double> arrays = arrays_before(settings);
  if (settings.text("precision") == "f32") {
    return [single = rounded_arrays(arrays)]() mutable { run_reference(single); };
  }
  return [arrays = std::move(arrays)]() mutable { run_reference(arrays); };
}

}  // namespace plumb::livermore
