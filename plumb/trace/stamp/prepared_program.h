// plumb/trace/stamp/prepared_program.h - a Program, prepared once for any number of builds with
// stamps.
//
// The constructor compiles and parses every source, finds the accesses and assembles the kernels
// without stamps. It needs NVRTC and nvJitLink or ptxas, no GPU:
//
//   const Toolchain toolchain;
//   const PreparedProgram prepared(program, tools_of(toolchain), {.architecture = 90});
//   const InstrumentedProgram all = prepared.build();   // every stamp at once
//   for (std::uint32_t i = 0; i < prepared.stamps(); ++i)
//     const InstrumentedProgram one = prepared.build(i);  // loads of the program stay in flight
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plumb/base/error.h"
#include "plumb/records/program.h"
#include "plumb/trace/stamp/prepared_module.h"
#include "plumb/trace/stamp/toolchain.h"

namespace plumb::trace {

struct ProgramOptions {
  unsigned architecture = 0;  // 90 for sm_90
  InstrumentOptions instrument = {};
  bool stage = true;  // keep records in shared memory where that costs no resident block
};

// One source with one set of definitions, as the program's kernels share it.
struct InstrumentedModule {
  std::string source;  // its name in the new program
  std::string kernel;  // one of its kernels there
  StampedModule stamped;
};

struct InstrumentedProgram {
  Program program;
  std::vector<InstrumentedModule> modules;  // those with stamps
};

class PreparedProgram {
 public:
  PreparedProgram(const Program& program, const Tools& tools, const ProgramOptions& options);

  // Of all modules: the builds of the rotating mode.
  [[nodiscard]] std::uint32_t stamps() const;
  [[nodiscard]] std::vector<SkippedAccess> skipped() const;

  // Stamped, assembled and certified. With `only`, the stamp of that number alone, counted over all
  // modules. Kernels without a stamp stay as they are; an input error when that is all of them.
  [[nodiscard]] InstrumentedProgram build(std::optional<std::uint32_t> only = {}) const;

 private:
  // Kernels of the same source and definitions share one module, as when they are loaded.
  struct Group {
    std::vector<std::size_t> kernels;
    PreparedModule module;
  };

  void replace(InstrumentedProgram& result, const Group& group,
               std::optional<std::uint32_t> only) const;
  [[nodiscard]] Error nothing_selected() const;

  Program program_;
  std::vector<std::string> kernels_;  // that were asked for; empty: all
  std::vector<Group> groups_;
};

}  // namespace plumb::trace
