// plumb/records/processor.h - the host's processor by the name that people know, and its clock.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "plumb/base/units.h"

namespace plumb {

struct ProcessorDescription {
  // "AMD EPYC 7763 64-Core Processor", "Arm Neoverse N1", "Arm processor, part 0xfff" where its
  // name is not known; empty: nothing is known
  std::string name = {};
  Hertz clock = {};  // 0: the system does not say
};

// From the text of /proc/cpuinfo. Arm kernels give no name: implementer and part do, of every kind
// of core.
ProcessorDescription processor_in(std::string_view cpuinfo);

// The one this runs on. The highest clock of cpufreq, else the highest of /proc/cpuinfo.
ProcessorDescription describe_processor();

}  // namespace plumb
