// plumb/trace/stamp/prepared_module.h - one PTX module, prepared once for any number of builds.
//
// What all builds share is done by the constructor: finding the accesses, and, with an assembler,
// the machine code without stamps that each build is compared with.
//
//   const device::cuda::Linker linker;
//   const PreparedModule prepared(ptx::parse_module(text, "in.ptx"), {},
//                                 {.architecture = 90, .assemble = assembler_of(linker)});
//   for (std::uint32_t i = 0; i < prepared.stamps(); ++i)
//     write_whole(fmt::format("out.{}.ptx", i), prepared.build(i).instrumented.ptx);
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "plumb/ptx/module.h"
#include "plumb/records/trace.h"
#include "plumb/trace/certify/certify.h"
#include "plumb/trace/certify/perturbation.h"
#include "plumb/trace/stamp/instrument.h"
#include "plumb/trace/stamp/toolchain.h"

namespace plumb::trace {

struct BuildOptions {
  unsigned architecture = 0;  // 90 for sm_90
  Assembler assemble = {};    // empty: builds are texts, neither compared nor certified
  bool stage = true;          // keep records in shared memory where that costs no resident block
  BlockShape shape = {};
};

// One build.
struct StampedModule {
  Instrumented instrumented;
  std::string staging;                  // where records are kept, and why
  std::vector<std::byte> machine_code;  // this and what follows only with an assembler
  std::vector<Certificate> certificates;
  std::optional<BuildChange> change;
};

class PreparedModule {
 public:
  // `options.only` and `options.staging` are those of each build.
  PreparedModule(ptx::Module module, InstrumentOptions options, BuildOptions building);

  [[nodiscard]] const ptx::Module& module() const { return *module_; }
  // How many stamps all of them are: the builds of the rotating mode.
  [[nodiscard]] std::uint32_t stamps() const;
  [[nodiscard]] const std::vector<SkippedAccess>& skipped() const { return chosen_.skipped; }

  [[nodiscard]] bool assembles() const { return static_cast<bool>(building_.assemble); }

  // With all stamps, or with one alone. Refused (input) where there is nothing to stamp. Without an
  // assembler a `sink` receives the text, which is then not kept.
  [[nodiscard]] StampedModule build(std::optional<std::uint32_t> only = {},
                                    const ptx::PieceSink& sink = {}) const;

 private:
  [[nodiscard]] StampedModule stamped(const InstrumentOptions& options,
                                      const ptx::PieceSink& sink) const;
  void compare_and_certify(StampedModule& made, std::optional<std::uint32_t> only) const;

  std::unique_ptr<const ptx::Module> module_;  // its address stays: `chosen_` points into it
  InstrumentOptions options_;
  BuildOptions building_;
  ChosenAccesses chosen_;
  std::vector<std::byte> original_;  // machine code without stamps
};

}  // namespace plumb::trace
