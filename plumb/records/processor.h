// plumb/records/processor.h - the host's processor by the name that people know, and its clock.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "plumb/base/units.h"

namespace plumb {

struct ProcessorDescription {
  std::string name = {};  // "AMD EPYC 7763 64-Core Processor", "Arm Neoverse N1"; empty: not known
  std::string part = {};  // an Arm's number where its name is not known: "0xd0c"
  Hertz clock = {};       // 0: the system does not say
};

// From the text of /proc/cpuinfo. Arm kernels give no name: implementer and part do.
ProcessorDescription processor_in(std::string_view cpuinfo);

// The one this runs on. The highest clock of cpufreq, else that of /proc/cpuinfo.
ProcessorDescription describe_processor();

}  // namespace plumb
