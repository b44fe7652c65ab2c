// plumb/records/tuning.h - the fastest configuration of a workload that was found on a device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "plumb/base/json.h"
#include "plumb/base/units.h"
#include "plumb/records/provenance.h"

namespace plumb {

struct Tuning {
  Provenance provenance;  // the device it is of, and how it was found
  std::string workload;   // "himeno"
  std::string size;       // "M"
  std::string precision;  // "f32"
  std::vector<std::pair<std::string, std::string>> settings;  // of the workload; has its variant
  FlopsPerSecond rate;                                        // that was measured with them

  [[nodiscard]] const std::string& variant() const;
};

Json to_json(const Tuning& tuning);  // schema plumbline.tuning/1
Tuning tuning_from_json(const JsonView& view);

}  // namespace plumb
