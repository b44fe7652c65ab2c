// plumb/records/nvbench.h - the times in the JSON that nvbench writes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/base/json.h"
#include "plumb/records/measured_run.h"

namespace plumb {

// Of every state the time of isolated kernels on the GPU, else that of batches, else the host's:
// mean, relative standard deviation and number of samples, which is all that the file has. A state
// that was skipped is left out.
MeasuredRun nvbench_from_json(const JsonView& view, std::string file);

}  // namespace plumb
