// plumb/trace/stamp/choose_staging.h - the paper's rule: on the chip only if no block loses its
// place.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "plumb/base/units.h"
#include "plumb/device/cuda/compile.h"
#include "plumb/ptx/module.h"
#include "plumb/trace/stamp/instrument.h"

namespace plumb::trace {

struct StagingChoice {
  std::optional<Staging> staging;  // none: straight to global memory
  std::string reason;              // a line for people
};

// Assembles the stamped module without and with staging and compares how many blocks of `threads`
// (0: not known) an SM holds of each kernel. `dynamic` is shared memory that launches add.
StagingChoice choose_staging(const ptx::Module& module, const device::cuda::Linker& linker,
                             unsigned architecture, const InstrumentOptions& options,
                             std::uint64_t threads, Bytes dynamic = {});

}  // namespace plumb::trace
