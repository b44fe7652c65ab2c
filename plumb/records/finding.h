// plumb/records/finding.h - what probes find: numbers with their method, curves, what was left
// out.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plumb/base/json.h"
#include "plumb/base/units.h"
#include "plumb/records/quantity.h"

namespace plumb {

enum class Confidence {
  sure,         // the rounds agree and the interval is narrow
  unreliable,   // noisy, or the rounds differ
  implausible,  // above a physical limit, or far from what the system reports
};

// One number of a device.
struct Finding {
  std::string name;  // "latency.l1.time": docs/commands/probe.md lists all
  Quantity value;
  std::string method;
  Confidence confidence = Confidence::sure;
  std::string note;  // why it is not sure
};

struct CurvePoint {
  double x = 0;
  Quantity y;
};

// How one number depends on another; all y have one unit. The samples of the points serve the fits
// while a probe runs and are not written: they would be nine tenths of a profile.
struct Curve {
  std::string name;    // "latency.random"
  std::string x_name;  // "footprint"
  std::string x_unit;
  std::vector<CurvePoint> points;
};

enum class ProbeStatus { done, skipped, failed };

// What became of one probe, or of a part of it: `reason` says why it was skipped or failed.
struct ProbeOutcome {
  std::string probe;
  ProbeStatus status = ProbeStatus::done;
  std::string reason;
  Seconds took{};  // 0: unknown
};

std::string name_of(Confidence confidence);

Json to_json(const Finding& parameter);
Json to_json(const Curve& curve);
Json to_json(const ProbeOutcome& outcome);
Finding finding_from_json(const JsonView& view);
Curve curve_from_json(const JsonView& view);
ProbeOutcome probe_outcome_from_json(const JsonView& view);

}  // namespace plumb
