// plumb/run/loaded_program.h - a Program on a device: memory allocated, kernels built, steps ready.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "plumb/device/device.h"
#include "plumb/records/program.h"

namespace plumb {

// Machine code for a source of PTX that is to run in its place; empty: as the device does it.
using Assemble = std::function<std::vector<std::byte>(const device::Source&)>;

class LoadedProgram {
 public:
  // Refuses a program that needs more memory than the device has, or a launch without a kernel.
  LoadedProgram(device::Device& device, const Program& program, const Assemble& assemble = {});
  ~LoadedProgram();
  LoadedProgram(const LoadedProgram&) = delete;
  LoadedProgram& operator=(const LoadedProgram&) = delete;

  // Puts the initial contents in place. Buffers without any get a pattern (NaN for floats), so that
  // a result that no step wrote is noticed.
  void fill(device::Queue& queue);

  // Queues one top-level step; waits inside only where the step says so.
  void execute(device::Queue& queue, std::size_t step);

  // A loop until a condition starts from the initial contents only once: repeated without a fill()
  // it would find its condition met.
  [[nodiscard]] bool needs_fill_before_repetition() const { return loops_; }

  // What one execution of a top-level step asked for, with the iterations that its loops really
  // took in the last execution.
  [[nodiscard]] Demand demand(std::size_t step) const;

  [[nodiscard]] const Program& program() const { return *program_; }
  [[nodiscard]] const device::Buffer& buffer(std::string_view name) const;

  // A global variable of the module that a kernel of the program comes from.
  [[nodiscard]] std::unique_ptr<device::Buffer> global(std::string_view kernel,
                                                       const std::string& name) const;

 private:
  struct Ready;  // a Step with its names resolved

  void load_kernels(device::Device& device, const Assemble& assemble);
  Ready prepare(device::Queue& queue, const Step& step);
  Ready prepare(const Launch& launch);
  std::vector<Ready> prepare(device::Queue& queue, const std::vector<Step>& steps);
  void execute(device::Queue& queue, Ready& ready);
  void iterate(device::Queue& queue, Ready& ready, const Until& until);
  static Demand demand(const Ready& ready);
  void transfer(device::Queue& queue, const Transfer& transfer);
  bool meets(device::Queue& queue, const Until& until);
  void fill(device::Queue& queue, const Buffer& buffer);
  void fill(device::Queue& queue, const ImageSlot& image);

  const Program* program_;
  std::set<std::string> comes_in_;  // buffers that a step transfers in
  bool loops_ = false;
  std::map<std::string, std::unique_ptr<device::Buffer>, std::less<>> buffers_;
  std::map<std::string, std::unique_ptr<device::Image>, std::less<>> images_;
  std::map<std::string, std::unique_ptr<device::HostMemory>, std::less<>>
      host_;  // of transferred buffers
  std::vector<std::unique_ptr<device::Module>> modules_;
  std::map<std::string, std::unique_ptr<device::Kernel>, std::less<>> kernels_;
  std::map<std::string, device::Module*, std::less<>> module_of_;  // by kernel
  std::vector<Ready> steps_;
};

}  // namespace plumb
