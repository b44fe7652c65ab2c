// cli/survey_plan_table.h - what plumb survey --dry-run shows: the plan with its times.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "plumb/device/info.h"
#include "plumb/records/profile.h"
#include "plumb/report/table.h"
#include "plumb/study/survey_plan.h"

namespace plumb::cli {

// Of the profile's own device, which need not be here. The budget is that of the whole survey.
Table survey_plan_table(const Profile& profile, Seconds budget);

// Of a device that is here, as a survey into that folder would plan and refuse it: by the profile
// that the user named, else by the folder's, the fresh one, the one that comes with the program, or
// what the driver reports.
Table survey_plan_table(const device::Info& info, const std::string& folder,
                        const std::optional<Profile>& named, Seconds budget);

}  // namespace plumb::cli
