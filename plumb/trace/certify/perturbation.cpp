// plumb/trace/certify/perturbation.cpp - counting what matters to performance in machine code.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/certify/perturbation.h"

#include <algorithm>
#include <array>

#include "plumb/trace/certify/code_apart.h"
#include "plumb/trace/certify/machine_code.h"

namespace plumb::trace {
namespace {

bool is_load(const Instruction& instruction) {
  switch (instruction.operation) {
    case Operation::load_global:
    case Operation::load_generic:
    case Operation::load_shared:
    case Operation::load_local:
    case Operation::fetch:
    case Operation::load_surface:
      return true;
    default:
      return false;
  }
}

// Loads on each of the six barriers that nobody has waited for yet.
class InFlight {
 public:
  explicit InFlight(CodeFigures& figures) : figures_(&figures) {}

  void pass(const Instruction& instruction) {
    bool ended = false;
    for (std::size_t barrier = 0; barrier < loads_.size(); ++barrier) {
      if ((instruction.wait_mask >> barrier & 1U) == 0) continue;
      ended = ended || loads_[barrier] > 0;
      loads_[barrier] = 0;
    }
    if (ended) ++figures_->wait_groups;
    // Behind a branch other code may go on; what it waits for is not known.
    if (instruction.operation == Operation::branch || instruction.operation == Operation::flow)
      loads_.fill(0);
    if (!is_load(instruction) || instruction.write_barrier >= loads_.size()) return;
    ++loads_[instruction.write_barrier];
    std::uint64_t all = 0;
    for (const std::uint64_t count : loads_) all += count;
    figures_->loads_in_flight = std::max(figures_->loads_in_flight, all);
  }

 private:
  CodeFigures* figures_;
  std::array<std::uint64_t, 6> loads_{};
};

// Of one SM, by compute capability.
struct Limits {
  unsigned architecture;
  std::uint64_t warps;
  std::uint64_t blocks;
  std::uint64_t shared_bytes;
  std::uint64_t reserved_bytes;  // of shared memory, per block
};
constexpr std::array<Limits, 10> limits{{{70, 64, 32, 98304, 0},
                                         {75, 32, 16, 65536, 0},
                                         {80, 64, 32, 167936, 1024},
                                         {86, 48, 16, 102400, 1024},
                                         {87, 48, 16, 167936, 1024},
                                         {89, 48, 24, 102400, 1024},
                                         {90, 64, 32, 233472, 1024},
                                         {100, 64, 32, 233472, 1024},
                                         {103, 64, 32, 233472, 1024},
                                         {120, 48, 24, 102400, 1024}}};

std::uint64_t rounded_up(std::uint64_t value, std::uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

}  // namespace

CodeFigures figures_of(const MachineFunction& function, unsigned architecture) {
  CodeFigures figures;
  figures.registers = function.registers;
  figures.shared = function.shared;
  figures.frame = function.frame;
  InFlight in_flight(figures);
  const FunctionCode code = function_code(function, architecture);
  const std::vector<bool> apart = code_apart(code);
  for (std::size_t i = 0; i < code.instructions.size(); ++i) {
    const Instruction& instruction = code.instructions[i];
    if (apart[i] || (instruction.name == "NOP" && instruction.wait_mask == 0)) continue;
    ++figures.instructions;
    if (is_load(instruction)) ++figures.loads;
    in_flight.pass(instruction);
  }
  return figures;
}

std::vector<Perturbation> compare(const Cubin& before, const Cubin& after,
                                  const BlockShape& shape) {
  const auto figures = [&](const MachineFunction& function, unsigned architecture) {
    CodeFigures made = figures_of(function, architecture);
    made.resident_blocks = resident_blocks(made, architecture, shape.threads, shape.dynamic);
    return made;
  };
  std::vector<Perturbation> all;
  for (const MachineFunction& function : after.functions) {
    const auto same = std::ranges::find(before.functions, function.name, &MachineFunction::name);
    if (!function.registers || same == before.functions.end()) continue;
    all.push_back({.kernel = function.name,
                   .before = figures(*same, before.architecture),
                   .after = figures(function, after.architecture)});
  }
  return all;
}

std::optional<std::uint64_t> resident_blocks(const CodeFigures& figures, unsigned architecture,
                                             std::uint64_t threads, Bytes dynamic) {
  constexpr std::uint64_t register_file = 65536;
  constexpr std::uint64_t register_unit = 256;  // given to a warp
  constexpr std::uint64_t partitions = 4;       // a warp's registers lie in one of them
  constexpr std::uint64_t shared_unit = 128;
  const auto found = std::ranges::find(limits, architecture, &Limits::architecture);
  if (found == limits.end() || !figures.registers || threads == 0) return std::nullopt;
  const std::uint64_t warps = (threads + 31) / 32;
  const std::uint64_t per_warp =
      rounded_up(std::uint64_t{std::max(*figures.registers, 1U)} * 32, register_unit);
  const std::uint64_t warps_by_registers = register_file / partitions / per_warp * partitions;
  const std::uint64_t shared =
      rounded_up(figures.shared.count + dynamic.count + found->reserved_bytes, shared_unit);
  std::uint64_t blocks = std::min(found->blocks, found->warps / warps);
  blocks = std::min(blocks, warps_by_registers / warps);
  if (shared > 0) blocks = std::min(blocks, found->shared_bytes / shared);
  return blocks;
}

}  // namespace plumb::trace
