// cli/himeno_tunings.h - the fastest configurations of Himeno per device: stored and shipped.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plumb/base/json.h"
#include "plumb/device/device.h"
#include "plumb/records/provenance.h"

namespace plumb::cli {

struct HimenoTuning {
  Provenance provenance;  // the device it is of, and how it was found
  std::string size;       // "M"
  std::string precision;  // "f32"
  std::vector<std::pair<std::string, std::string>> settings;  // of the workload, variant first
  double gflops = 0;
};

Json to_json(const HimenoTuning& tuning);
HimenoTuning himeno_tuning_from_json(const JsonView& view);

// The one that `--tune` kept for this device, size and precision, else the one that comes with the
// program; absent where there is none.
std::optional<HimenoTuning> tuning_of(const device::Info& info, const std::string& size,
                                      const std::string& precision);

// Keeps it in $XDG_DATA_HOME/plumbline/himeno (~/.local/share by default) and returns the file.
std::string keep_tuning(const HimenoTuning& tuning);

}  // namespace plumb::cli
