// plumb/device/cuda/module.h - loaded code: kernels, what they need, globals.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "plumb/device/cuda/session.h"
#include "plumb/device/cuda/source_compiler.h"
#include "plumb/device/device.h"

namespace plumb::device::cuda {

// The arguments of a launch as the driver takes them. Local memory is dynamic shared memory, and
// its argument the distance from where that begins (opencl_ptx.h).
struct PlacedArguments {
  std::vector<void*> places;
  std::vector<std::uint64_t> distances;
  Bytes local;  // all that they ask for
};

class CudaKernel final : public Kernel {
 public:
  CudaKernel(const Session& session, ModuleHandle module, const std::string& entry,
             std::vector<Parameter> parameters, std::string described);
  [[nodiscard]] const std::vector<Parameter>& parameters() const override { return parameters_; }
  [[nodiscard]] Resources resources() const override;
  [[nodiscard]] std::optional<std::uint64_t> resident_groups(const Launch& shape) const override;

  [[nodiscard]] Function get() const { return function_; }
  [[nodiscard]] const std::string& entry() const { return entry_; }
  [[nodiscard]] const std::string& described() const { return described_; }

  // Makes the function ready for this shape: large shared memory and large clusters must be asked
  // for. Refuses what the hardware cannot hold, with both numbers.
  void prepare(const Launch& shape) const;

  // Where each argument's bytes are. Refuses a wrong number of arguments or a wrong size.
  void place(std::span<const Argument> arguments, PlacedArguments& placed) const;

 private:
  [[nodiscard]] int attribute(int which) const;

  const Session* session_;
  Function function_ = nullptr;
  std::string entry_;
  std::string described_;
  std::vector<Parameter> parameters_;  // of the PTX, with the sizes that the driver reports
  std::uint64_t largest_group_ = 0;
  std::uint64_t registers_ = 0;
  Bytes static_shared_;
  Bytes shared_limit_;
};

class CudaModule final : public Module {
 public:
  // Loads PTX, which the driver compiles, or the machine code made of it. `name` is what errors
  // speak of.
  CudaModule(const Session& session, std::string name, CompiledSource source,
             std::span<const std::byte> machine_code = {});
  std::unique_ptr<Kernel> kernel(const std::string& entry) override;
  std::unique_ptr<Buffer> global(const std::string& name) override;
  [[nodiscard]] std::string compiler() const override { return source_.compiler; }

 private:
  const Session* session_;
  std::string name_;
  CompiledSource source_;
  Handle<ModuleHandle> module_;
};

}  // namespace plumb::device::cuda
