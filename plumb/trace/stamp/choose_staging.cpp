// plumb/trace/stamp/choose_staging.cpp - comparing resident blocks without and with staging.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/stamp/choose_staging.h"

#include <fmt/format.h>

#include "plumb/trace/certify/perturbation.h"

namespace plumb::trace {

StagingChoice choose_staging(const ptx::Module& module, const device::cuda::Linker& linker,
                             unsigned architecture, const InstrumentOptions& options,
                             std::uint64_t threads, Bytes dynamic) {
  constexpr std::uint64_t largest_static = 49152;  // bytes of shared memory that PTX may declare
  if (threads == 0)
    return {{}, "records go straight to global memory: the shape of the blocks is not known"};
  if (const std::string_view name = function_that_exits(module); !name.empty()) {
    return {{},
            fmt::format("records go straight to global memory: '{}' may end a thread by exit, and "
                        "nothing would write out what was kept",
                        name)};
  }
  InstrumentOptions staged = options;
  staged.staging = Staging{.warps = static_cast<std::uint32_t>((threads + 31) / 32)};
  const std::vector<std::byte> without =
      linker.cubin(instrument(module, options).ptx, module.name, architecture, true);
  for (const MachineFunction& function : read_cubin(without, module.name).functions) {
    const std::uint64_t needed = function.shared.count + bytes_of(*staged.staging);
    if (needed <= largest_static) continue;
    return {
        {},
        fmt::format("records go straight to global memory: with them '{}' would take {} bytes of "
                    "shared memory",
                    function.name, needed)};
  }
  const std::vector<std::byte> with =
      linker.cubin(instrument(module, staged).ptx, module.name, architecture, true);
  for (const Perturbation& kernel :
       compare(read_cubin(without, module.name), read_cubin(with, module.name))) {
    const auto before = resident_blocks(kernel.before, architecture, threads, dynamic);
    const auto after = resident_blocks(kernel.after, architecture, threads, dynamic);
    if (!before || !after) {
      return {{},
              fmt::format("records go straight to global memory: what an SM of sm_{} holds is not "
                          "known",
                          architecture)};
    }
    if (*after >= *before) continue;
    return {
        {},
        fmt::format("records go straight to global memory: kept in shared memory they would lower "
                    "the resident blocks of '{}' from {} to {}",
                    kernel.kernel, *before, *after)};
  }
  return {staged.staging,
          fmt::format("records are kept in shared memory, {} per warp, {} bytes per block: as many "
                      "blocks stay resident as with records that go straight to global memory",
                      staged.staging->slots, bytes_of(*staged.staging))};
}

}  // namespace plumb::trace
