// plumb/trace/prove_probe.h - the proof for one probe at one place.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "plumb/trace/certify.h"
#include "plumb/trace/cubin.h"
#include "plumb/trace/machine_code.h"

namespace plumb::trace {

// A function decoded once, with where its branches go.
struct FunctionCode {
  const MachineFunction* function = nullptr;
  std::vector<Instruction> instructions;
  struct Jump {
    std::size_t from = 0;
    std::size_t to = 0;
  };
  std::vector<Jump> jumps;
  bool unknown_jumps = false;  // a branch whose target cannot be told
};
FunctionCode function_code(const MachineFunction& function, unsigned architecture);

// `first` and `second` are the indices of the stamps.
CertifiedPlace prove(const FunctionCode& code, const Probe& probe, std::size_t first,
                     std::size_t second);

}  // namespace plumb::trace
