// plumb/records/tuning.h - the fastest configuration of a workload that was found on a device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/base/json.h"
#include "plumb/records/named_texts.h"
#include "plumb/records/provenance.h"

namespace plumb {

struct Tuning {
  Provenance provenance;  // the device it is of, and how it was found
  std::string workload;   // "himeno"
  NamedTexts problem;     // what it is for: size M, precision f32
  NamedTexts settings;    // of the workload; has its variant
  double rate = 0;        // that was measured with them
  std::string unit;       // of the rate: flop/s, or B/s where no flops are credited

  [[nodiscard]] const std::string& variant() const;
};

Json to_json(const Tuning& tuning);  // schema plumbline.tuning/1
Tuning tuning_from_json(const JsonView& view);

}  // namespace plumb
