// plumb/report/trace_changes.h - the table of what stamps change in kernels.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "plumb/records/trace.h"
#include "plumb/report/table.h"

namespace plumb {

// What one build changed, or each of several with one stamp; at least one.
Table changes_table(std::span<const BuildChange> builds);

}  // namespace plumb
