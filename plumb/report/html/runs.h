// plumb/report/html/runs.h - which records of a report belong together: one device may have been
// measured twice, and two machines may have a processor of the same name.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/report/html/page.h"

namespace plumb {

// The profile that goes with a result, of the same device: of the same back end first, then the one
// that its prediction names, of the same folder, of the same host and driver, the last one before
// it. Null where there is none of the device.
const ReportedProfile* profile_of(const ReportInputs& inputs, const ReportedResult& result);

// "NVIDIA H200 (cuda)"
std::string device_title(const DeviceDescription& device);

// The same; where there are several profiles of such a device, with what tells their files apart:
// "NVIDIA H200 (cuda), before" of before/profile.json beside after/profile.json.
std::string run_title(const ReportInputs& inputs, const ReportedProfile& profile);
std::string run_title(const ReportInputs& inputs, const ReportedResult& result);

// " on NVIDIA H200 (cuda)"; empty where all profiles and results are of one run of one device.
std::string on_device(const ReportInputs& inputs, const ReportedResult& result);

}  // namespace plumb
