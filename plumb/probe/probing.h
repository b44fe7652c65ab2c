// plumb/probe/probing.h - what every probe works with: the device, its samples, its findings.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/device/argument.h"
#include "plumb/device/device.h"
#include "plumb/measure/sampling.h"
#include "plumb/records/finding.h"

namespace plumb {

inline constexpr std::uint64_t vector_bytes = 16;  // of the elements of kernels that read wide

// Groups of one work-item that a processor is given for each of its units where its whole rate is
// asked for. With one each, a thread that comes late leaves all of them to the others, and the rate
// is that of half a device; of several it takes what is left.
inline constexpr std::uint64_t shares_of_unit = 8;

struct ProbeOptions {
  bool full = false;       // all curves; otherwise what a model needs
  bool brief = false;      // one sample each: shows that the probes work, not what the device does
  std::size_t rounds = 0;  // of each probe; 0: its own number, and fewer make nothing sure
  Bytes max_memory{};      // of the device at once; 0: what suits the device
  // Below 1 where time is short: the part of the usual time that a point is sampled for at most.
  // Its interval is then as wide as few samples leave it.
  double pace = 1;
  std::function<bool()> interrupted = [] { return false; };
  std::function<void(const std::string&)> progress = [](const std::string&) {};
};

// Gives device memory back, and says so to the count of what the probe holds.
struct CountedRelease {
  std::uint64_t* held = nullptr;
  std::uint64_t bytes = 0;

  template <class Memory>
  void operator()(Memory* memory) const {
    delete memory;
    *held -= bytes;
  }
};
using ProbeBuffer = std::unique_ptr<device::Buffer, CountedRelease>;
using ProbeImage = std::unique_ptr<device::Image, CountedRelease>;

// When a point has samples enough, if it is one of so many that a probe takes one after the other:
// a curve of many points ends in time, however noisy the machine.
StopRule rule_of_a_point(const ProbeOptions& options, std::size_t points);

// What the probes of one round found.
struct Findings {
  std::vector<Finding> parameters;
  std::vector<Curve> curves;
  std::vector<ProbeOutcome> skipped;  // parts of a probe that this device cannot do
};

// One round of one probe on one device.
class Probing {
 public:
  Probing(device::Device& device, const ProbeOptions& options);
  Probing(const Probing&) = delete;  // its memory counts here
  Probing& operator=(const Probing&) = delete;

  device::Device& device() { return *device_; }
  device::Queue& queue() { return *queue_; }
  [[nodiscard]] const device::Info& info() const { return device_->info(); }
  [[nodiscard]] const ProbeOptions& options() const { return *options_; }
  [[nodiscard]] bool on_cpu() const { return info().kind == device::Kind::cpu; }
  // The most that a probe may allocate, in one piece and together.
  [[nodiscard]] Bytes most_memory() const;
  // Memory of the device; it must not outlive the probing. What would take more than
  // `most_memory()` together throws ErrorKind::unavailable: the probe is skipped with the reason.
  ProbeBuffer allocate(Bytes size);
  ProbeImage image(const device::ImageFormat& format);
  // The same question before any work is done: is there room for so much at once?
  void require_room(Bytes together) const;

  // A kernel file that lies beside its probe, in OpenCL C or, by its name, in CUDA; loaded once.
  device::Module& module(const std::string& name, std::string_view text,
                         std::vector<std::pair<std::string, std::string>> definitions = {});

  // Seconds of what `body` queues, by device marks, or with its wait by the host clock: then the
  // interval is at least `wait_differs` wide on either side. Throws ErrorKind::interrupted when the
  // user asks to stop.
  Quantity device_time(const std::function<void()>& body);
  Quantity host_time(const std::function<void()>& body);
  // The same from any clock: `once` runs and times one execution.
  Quantity sampled(const std::function<Seconds()>& once);
  // `longer` minus `shorter`, each run and timed by itself, so that what they share cancels. A pair
  // that a disturbance turned over is taken again.
  Quantity difference(const std::function<Seconds()>& longer,
                      const std::function<Seconds()>& shorter);
  // What is sampled from here on is a curve of so many points, until the next call.
  void expect_points(std::size_t points) { points_ = points; }
  // Device time of one run of `body`.
  Seconds device_once(const std::function<void()>& body);

  void add(std::string name, Quantity value, std::string method);
  void add(Curve curve) { findings.curves.push_back(std::move(curve)); }
  void skip(std::string part, std::string reason);
  void refuse_if_interrupted() const;

  Findings findings;

 private:
  device::Device* device_;
  const ProbeOptions* options_;
  std::unique_ptr<device::Queue> queue_;
  std::optional<Bytes> free_memory_;  // of the device at the beginning, where it is known
  std::uint64_t held_ = 0;            // bytes that the probe has allocated now
  std::size_t points_ = 1;
  std::vector<std::pair<std::string, std::unique_ptr<device::Module>>> modules_;
};

// What a wait costs depends on the core and the memory that a process happened to get; between
// processes on one idle machine it differed by so much, and no repetition inside one shows it.
constexpr double wait_differs = 0.5e-6;

// x doubled `per_octave` times per octave, from `first` to `last` with both ends, as multiples of
// `unit`.
std::vector<std::uint64_t> log_spaced(std::uint64_t first, std::uint64_t last, unsigned per_octave,
                                      std::uint64_t unit);

// Each sample through `change`: units and all.
Quantity transformed(const Quantity& from, std::string unit,
                     const std::function<double(double)>& change);

}  // namespace plumb
