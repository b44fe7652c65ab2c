// plumb/trace/stamp/choose_staging.h - the paper's rule: on the chip only if no block loses its
// place.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "plumb/ptx/module.h"
#include "plumb/trace/certify/perturbation.h"
#include "plumb/trace/stamp/instrument.h"
#include "plumb/trace/stamp/toolchain.h"

namespace plumb::trace {

// Whether a kernel of it may have shared memory whose size the launch says.
bool has_dynamic_shared(const ptx::Module& module);

// The build that was chosen.
struct StagingChoice {
  std::optional<Staging> staging;  // absent: records go straight to global memory
  std::string reason;              // a line for people
  Instrumented instrumented;
  std::vector<std::byte> machine_code;
};

// Stamps and assembles the module without staging and, where blocks of `shape` might allow it, with
// staging; compares how many blocks an SM holds of each kernel. `options.staging` is ignored.
StagingChoice choose_staging(const ptx::Module& module, const ChosenAccesses& chosen,
                             const InstrumentOptions& options, const BlockShape& shape,
                             unsigned architecture, const Assembler& assemble);

}  // namespace plumb::trace
