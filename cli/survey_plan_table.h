// cli/survey_plan_table.h - what plumb survey --dry-run shows: the plan with its times.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/device/info.h"
#include "plumb/records/profile.h"
#include "plumb/report/table.h"
#include "plumb/study/survey_plan.h"

namespace plumb::cli {

// `origin` says where the profile is from; the budget is that of the whole survey.
Table survey_plan_table(const study::SurveyedDevice& device, const Profile* profile,
                        const std::string& origin, Seconds budget);

// Of a device that is here: by its fresh profile, else by the one that comes with the program, else
// by what the driver reports.
Table survey_plan_table(const device::Info& info, Seconds budget);

}  // namespace plumb::cli
