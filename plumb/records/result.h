// plumb/records/result.h - what was measured: points, their steps, every sample, the verdict.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plumb/base/json.h"
#include "plumb/base/units.h"
#include "plumb/records/device_state.h"
#include "plumb/records/provenance.h"
#include "plumb/records/quantity.h"

namespace plumb {

enum class Status { ok, wrong, unreliable, error, skipped };
enum class CacheState { warm, cold };

std::string name_of(Status status);
std::string name_of(CacheState state);

// One step of the Program, timed between two device marks.
struct StepResult {
  std::string name;
  Bytes bytes;  // that its passes ask for in one execution
  Flops flops;
  std::uint64_t launches = 0;
  Quantity time;                        // device time of one execution, s
  std::vector<std::uint64_t> outliers;  // indices into time.samples
};

struct Verification {
  bool checked = false;  // false: the user switched it off, or there is no reference
  std::uint64_t elements = 0;
  double worst_error = 0;  // largest |x - r| / (absolute + relative |r|): at most 1 when right
  std::string complaint;   // the first element that is wrong; empty when all are right
};

// One configuration of one workload.
struct Point {
  std::string workload;
  std::vector<std::pair<std::string, std::string>> settings;
  Status status = Status::ok;
  std::string reason;  // why the status is not ok
  CacheState caches = CacheState::warm;
  std::vector<StepResult> steps;
  Quantity whole;  // host time of one execution including its final wait, s
  Bytes memory;    // allocated on the device
  Verification verification;
  std::optional<DeviceState> device_state;  // while it ran once more; absent: nobody can tell
  std::vector<std::string> warnings;        // noise, machine load, time limit reached
};

struct Result {
  Provenance provenance;
  std::vector<Point> points;
};

Json to_json(const Result& result);  // schema plumbline.result/1
Result result_from_json(const JsonView& view);

}  // namespace plumb
