// plumb/run/loaded_program.h - a Program on its devices: memory allocated, kernels built, steps
// ready.
//
//   LoadedProgram loaded(*device, program);
//   loaded.fill();          // initial contents
//   loaded.execute_all();   // queued
//   loaded.wait();
//   loaded.read("y", Bytes{0}, bytes);
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "plumb/device/device.h"
#include "plumb/records/program.h"
#include "plumb/run/exchanger.h"

namespace plumb {

// Machine code for a source of PTX that is to run in its place; empty: as the device does it.
using Assemble = std::function<std::vector<std::byte>(const device::Source&)>;

// The devices that a program runs on, in the order of its places; the first is the main one.
using Devices = std::vector<device::Device*>;

struct LoadOptions {
  Assemble assemble = {};
  Exchanger* exchanger = nullptr;  // null: a program with an Exchange is refused
  // Asked after every round of a loop until a condition and between parts of what is filled, which
  // end with ErrorKind::interrupted.
  std::function<bool()> interrupted = [] { return false; };
};

// When a step began, after what it waits for, and when it ended.
struct StepTimes {
  std::unique_ptr<device::Mark> from;  // both on the step's own queue
  std::unique_ptr<device::Mark> to;
  std::optional<Seconds> by_host;  // of a step in which the host carries data between devices
};

// A loop until a condition in the last execution of its top-level step.
struct LoopCount {
  std::string name;
  std::uint64_t entered = 0;
  std::uint64_t rounds = 0;  // all together
};

class LoadedProgram {
 public:
  // Refuses a program that needs more devices, more memory than they have, or an exchanger, and a
  // launch without a kernel.
  LoadedProgram(const Devices& devices, const Program& program, const LoadOptions& options = {});
  LoadedProgram(device::Device& device, const Program& program, const LoadOptions& options = {})
      : LoadedProgram(Devices{&device}, program, options) {}
  ~LoadedProgram();
  LoadedProgram(const LoadedProgram&) = delete;
  LoadedProgram& operator=(const LoadedProgram&) = delete;

  // What compiled each source, as far as the devices report it.
  [[nodiscard]] const NamedTexts& compilers() const { return compilers_; }

  // Puts the initial contents in place. Buffers without any get a pattern (NaN for floats), so that
  // a result that no step wrote is noticed.
  void fill();
  // Whether the last fill() came to its end: else the buffers hold nothing worth reading.
  [[nodiscard]] bool is_filled() const { return filled_; }

  // Executes what the program restores by, and waits for it.
  void restore();
  // Executes what makes the values that are verified, and waits for it.
  void execute_check();

  // Queues one top-level step behind those that it waits for; with `times`, between two marks.
  void execute(std::size_t step, StepTimes* times = nullptr);
  void execute_all();
  void wait();  // until all queues are empty

  // A loop until a condition starts from the initial contents only once: repeated without them, or
  // without a restored condition, it would find its condition met.
  [[nodiscard]] bool needs_fill_before_repetition() const { return refills_; }

  // What the last execution of a top-level step asked for, with the rounds that its loops took.
  [[nodiscard]] Demand demand(std::size_t step) const;
  // Whether a step holds a loop until a condition.
  [[nodiscard]] bool has_loops() const;
  // The loops until a condition of a top-level step, in the order of the program. Those of one name
  // are one: a range around a loop writes it out many times.
  [[nodiscard]] std::vector<LoopCount> loops(std::size_t step) const;

  [[nodiscard]] const Program& program() const { return *program_; }
  [[nodiscard]] const device::Buffer& buffer(std::string_view name) const;
  // The bytes of a buffer from `offset` on, when all that is queued is done.
  void read(std::string_view name, Bytes offset, std::span<std::byte> out) const;

  [[nodiscard]] std::size_t queue_count() const { return queues_.size(); }
  // The first one serves other work for its device, too.
  [[nodiscard]] device::Queue& queue(std::size_t number = 0) const { return *queues_.at(number); }
  [[nodiscard]] device::Queue& queue_on(std::size_t device) const;  // the first of that device
  [[nodiscard]] bool has_queue_on(std::size_t device) const;
  // The queue of a top-level step.
  [[nodiscard]] device::Queue& queue_of_step(std::size_t step) const;

  // A global variable of the module that a kernel of the program comes from.
  [[nodiscard]] std::unique_ptr<device::Buffer> global(std::string_view kernel,
                                                       const std::string& name) const;

 private:
  struct Ready;  // a Step with its names resolved
  struct Built {
    std::unique_ptr<device::Kernel> kernel;
    device::Module* module = nullptr;
  };

  void allocate();
  void load_kernel(const Kernel& kernel, std::size_t device, const Assemble& assemble);
  std::vector<Ready> prepare(const std::vector<Step>& steps, std::size_t queue);
  Ready prepare(const Step& step, std::size_t queue);
  void prepare_launch(const Launch& launch, Ready& ready) const;
  void prepare_batch(const Batch& batch, Ready& ready);

  void await(Ready& ready);
  void fork(Ready& ready);
  void join(Ready& ready);
  void execute(Ready& ready, StepTimes* times);
  void act(device::Queue& queue, Ready& ready);
  void iterate(Ready& ready, const Until& until);
  void transfer(device::Queue& queue, const Transfer& transfer);
  void carry(device::Queue& queue, const Transfer& transfer);
  void exchange(device::Queue& queue, const Exchange& exchange);
  bool meets(device::Queue& queue, const Until& until);
  // Since the beginning of the top-level step, when all that is queued there is done.
  Seconds time_so_far(const Ready& ready);
  static void forget_rounds(Ready& ready);
  // In an execution that repeats the step so often, but for what a loop around it does.
  [[nodiscard]] Demand demand(const Ready& ready, std::uint64_t times) const;
  static void count_loops(const Ready& ready, std::vector<LoopCount>& counts);
  void fill(const Buffer& buffer);
  void fill(const ImageSlot& image);
  void refuse_if_interrupted() const;

  [[nodiscard]] std::size_t device_of(std::size_t queue) const;

  const Program* program_;
  Devices devices_;
  Exchanger* exchanger_ = nullptr;
  std::function<bool()> interrupted_;
  std::chrono::steady_clock::time_point began_;  // of the top-level step
  bool filled_ = false;
  bool stopped_ = false;            // an interrupt has ended a loop of it
  std::set<std::string> comes_in_;  // buffers that a step transfers in
  bool refills_ = false;            // a loop's condition is on a buffer that nothing restores
  std::map<std::string, std::unique_ptr<device::Buffer>, std::less<>> buffers_;
  std::map<std::string, std::unique_ptr<device::Image>, std::less<>> images_;
  std::map<std::string, std::unique_ptr<device::HostMemory>, std::less<>>
      host_in_;  // initial contents of buffers that are transferred in
  std::map<std::string, std::unique_ptr<device::HostMemory>, std::less<>> host_out_;
  // On the way to another device (by the target) or rank, and on the way from a rank.
  std::map<std::string, std::unique_ptr<device::HostMemory>, std::less<>> leaving_;
  std::map<std::string, std::unique_ptr<device::HostMemory>, std::less<>> arriving_;
  std::vector<std::unique_ptr<device::Module>> modules_;
  NamedTexts compilers_;
  std::map<std::pair<std::string, std::size_t>, Built> kernels_;  // by name and device
  // Declared after all that they use, so that they end their work before it goes.
  std::vector<std::unique_ptr<device::Queue>> queues_;
  std::vector<std::unique_ptr<device::Queue>> carriers_;  // by device, where data is carried to it
  std::vector<Ready> steps_;
  std::vector<Ready> restore_;
  std::vector<Ready> check_;
};

}  // namespace plumb
