// plumb/trace/stamp/choose_staging.cpp - comparing resident blocks without and with staging.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/stamp/choose_staging.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace plumb::trace {
namespace {

constexpr std::uint64_t largest_static = 49152;  // bytes of shared memory that PTX may declare

// Why records would not fit into shared memory; empty where they do.
std::string too_large(const Cubin& direct, const Staging& staging) {
  for (const MachineFunction& function : direct.functions) {
    const std::uint64_t needed = function.shared.count + bytes_of(staging);
    if (needed <= largest_static) continue;
    return fmt::format("with them '{}' would take {} bytes of shared memory", function.name,
                       needed);
  }
  return {};
}

// Why staging would cost resident blocks, or might, or registers that go to local memory; empty
// where it does not.
std::string loses_room(const Cubin& direct, const Cubin& staged, const BlockShape& shape,
                       unsigned architecture) {
  for (const Perturbation& kernel : compare(direct, staged, shape)) {
    const std::optional<std::uint64_t> before = kernel.before.resident_blocks;
    const std::optional<std::uint64_t> after = kernel.after.resident_blocks;
    if (!before || !after)
      return fmt::format("what an SM of sm_{} holds is not known", architecture);
    if (*after >= *before && kernel.after.frame <= kernel.before.frame) continue;
    if (*after >= *before) {
      return fmt::format(
          "kept in shared memory they would take registers that '{}' then keeps in local memory",
          kernel.kernel);
    }
    return fmt::format(
        "kept in shared memory they would lower the resident blocks of '{}' from {} to {}",
        kernel.kernel, *before, *after);
  }
  return {};
}

}  // namespace

bool has_dynamic_shared(const ptx::Module& module) {
  return std::ranges::any_of(module.directives, [&](const ptx::Statement& directive) {
    const std::string_view text = module.view(directive.text);
    return text.starts_with(".extern") && text.find(".shared") != std::string_view::npos;
  });
}

StagingChoice choose_staging(const ptx::Module& module, const ChosenAccesses& chosen,
                             const InstrumentOptions& options, const BlockShape& shape,
                             unsigned architecture, const Assembler& assemble) {
  const auto build = [&](std::optional<Staging> staging) {
    InstrumentOptions changed = options;
    changed.staging = staging;
    StagingChoice made{.staging = staging,
                       .reason = {},
                       .instrumented = instrument(module, chosen, changed),
                       .machine_code = {}};
    made.machine_code = assemble(made.instrumented.ptx, module.name, architecture);
    return made;
  };
  StagingChoice direct = build(std::nullopt);
  const auto straight = [&](const std::string& why) {
    direct.reason = "records go straight to global memory: " + why;
    return std::move(direct);
  };
  if (shape.threads == 0) return straight("the shape of the blocks is not known");
  if (const std::string_view name = function_that_exits(module); !name.empty()) {
    return straight(fmt::format(
        "'{}' may end a thread by exit, and nothing would write out what was kept", name));
  }
  const Cubin direct_code = read_cubin(direct.machine_code, module.name);
  const Staging staging{.warps = static_cast<std::uint32_t>((shape.threads + 31) / 32),
                        .before_dynamic = has_dynamic_shared(module)};
  if (const std::string why = too_large(direct_code, staging); !why.empty()) return straight(why);
  StagingChoice staged = build(staging);
  const Cubin staged_code = read_cubin(staged.machine_code, module.name);
  const std::string why = loses_room(direct_code, staged_code, shape, architecture);
  if (!why.empty()) return straight(why);
  staged.reason = fmt::format(
      "records are kept in shared memory, {} per warp, {} bytes per block: as many blocks stay "
      "resident as with records that go straight to global memory",
      staging.slots, bytes_of(staging));
  return staged;
}

}  // namespace plumb::trace
