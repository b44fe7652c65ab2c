// plumb/records/profile.h - a device as its data paths: what a model needs to know about it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/base/json.h"
#include "plumb/base/units.h"
#include "plumb/records/finding.h"
#include "plumb/records/provenance.h"
#include "plumb/records/quantity.h"
#include "plumb/records/type.h"

namespace plumb {

// One data path: the (bandwidth, latency) pair of paper 000.
struct Path {
  BytesPerSecond bandwidth;
  Seconds latency{};
};

// The same as it was measured: medians with their intervals.
struct MeasuredPath {
  Quantity bandwidth;  // B/s, larger than zero
  Quantity latency;    // s
};

Path path_of(const MeasuredPath& measured);

// The paths that data of certain element types takes. Paper 000, section 5.2: they differ so much
// between texture formats that each format has its own six numbers.
struct PathSet {
  std::string name;
  std::string note;
  std::vector<Type> types;  // empty: any type
  std::optional<MeasuredPath> transfer_in;
  std::optional<MeasuredPath> memory;  // the latency is that of one more launch
  std::optional<MeasuredPath> transfer_out;
};

// What a data sheet promises.
struct Peak {
  std::optional<Quantity> bandwidth;  // B/s
  std::optional<Quantity> flops;      // flop/s
};

struct Profile {
  std::string name;
  std::string source;  // where the numbers come from
  Provenance provenance;
  std::vector<PathSet> paths;  // may be empty in a profile that was probed
  Peak peak;
  std::vector<Finding> parameters;  // no two of one name
  std::vector<Curve> curves;
  std::vector<ProbeOutcome> probes;
  std::vector<std::string> notes;  // about the machine: "load average 3.1 on 2 cores ..."
};

// Whether anything was measured or written down: a profile without is refused when it is read.
bool has_contents(const Profile& profile);

// The parameter of that name; null where the profile has none.
const Finding* finding_named(const Profile& profile, std::string_view name);

// The set called `name`; an unknown name is an input error that lists the known ones.
const PathSet& paths_named(const Profile& profile, std::string_view name);

// The first set for elements of `type`; an input error that says how to choose when none is.
const PathSet& paths_for(const Profile& profile, Type type);

Json to_json(const Profile& profile);  // schema plumbline.profile/1
Profile profile_from_json(const JsonView& view);

}  // namespace plumb
