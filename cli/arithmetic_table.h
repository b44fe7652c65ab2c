// cli/arithmetic_table.h - arithmetic per load beside what the device hides of it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plumb/records/profile.h"
#include "plumb/report/table.h"
#include "plumb/study/kernel_arithmetic.h"

namespace plumb::cli {

// A row for what was counted in each kernel, and one for what its pass states.
Table arithmetic_table(const Profile& profile, const std::vector<study::KernelArithmetic>& kernels);

}  // namespace plumb::cli
