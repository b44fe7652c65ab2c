// plumb/model/model.h - what a model must give: the cost of one launch and of one transfer.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/base/error.h"
#include "plumb/records/pass.h"
#include "plumb/records/prediction.h"
#include "plumb/records/profile.h"
#include "plumb/records/program.h"

namespace plumb {

// A profile lacks a parameter that a model needs: the message names profile, parameter and model.
class MissingParameter : public Error {
 public:
  using Error::Error;
};

// The program lies outside what the probes were tried on: the message says why. A reason in place
// of a prediction, also of a model that was named.
class Abstention : public Error {
 public:
  explicit Abstention(const std::string& why) : Error(ErrorKind::input, why) {}
};

// The program does not fit into the memory of the device.
class NoRoom : public Abstention {
 public:
  using Abstention::Abstention;
};

// One launch among others: how long the device is at it, and how long the host is at the call. A
// queue takes the longer of the two sums.
struct LaunchCost {
  Cost device;
  Seconds call{};
};

// What the host is at while it queues a step, and while a queue is told to wait for another. Zero:
// not known, or hidden.
struct HostCalls {
  Seconds launch{};
  Seconds copy{};
  Seconds fence{};
  // The device is the host's processor: its units make copies as well as kernels.
  bool units_copy = false;
  // The start of a copy, in which nothing is moved.
  Seconds copy_start{};
  // Of copies in and out at the same time, see both_ways.h; the spread is a share of the time that
  // both are busy.
  double both_ways_gain = 2;
  double both_ways_spread = 0;
};

// Made for one device. A parameter is asked for when it is first needed: MissingParameter. Any
// question may be answered by an Abstention.
class Model {
 public:
  virtual ~Model() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual bool needs_paths() const { return false; }
  // Whether steps on several queues run beside each other in it.
  [[nodiscard]] virtual bool knows_queues() const { return false; }
  // Of programs with several queues, whose steps the host queues one after the other.
  [[nodiscard]] virtual HostCalls host_calls() const { return {}; }
  // Asked before the first step; may abstain.
  virtual void consider(const Program& /*frame*/) const {}
  // `recorded`: in a batch, which the host submits as one. Of launches with the same kernel, shape,
  // pass, images and local memory the answer is the same, whatever their other arguments: see
  // launch_memo.h.
  [[nodiscard]] virtual LaunchCost launch(const Launch& launch, bool recorded) const = 0;
  // What a top-level step with launches takes beyond them: the device starts.
  [[nodiscard]] virtual Cost start() const { return {}; }
  // What the host adds to a whole program: it waits for the last launch.
  [[nodiscard]] virtual Cost finish() const { return {}; }
  // Absent: the model does not cover transfers, and they cost nothing in it.
  [[nodiscard]] virtual std::optional<Cost> transfer(Direction direction, Bytes amount) const = 0;
};

// The names of all models, the one that decides first: "plumbline", "ito2007", "roofline".
std::vector<std::string> model_names();
// Those that predict where nobody chose: plumbline only where the device was probed, for a profile
// that was written down from a paper has nothing that it could use.
std::vector<std::string> models_for(const Profile& profile);

// An unknown name is an input error that names the nearest one.
void require_model(std::string_view name);

// Refuses an unknown name as well. Profile and paths must outlive the model; null where the profile
// has no paths for the program: then one that needs them must not be asked.
std::unique_ptr<Model> make_model(std::string_view name, const Profile& profile,
                                  const PathSet* paths);

// The refusal of a parameter that a model needs.
[[noreturn]] void refuse_missing(const Profile& profile, std::string_view parameter,
                                 std::string_view model);

}  // namespace plumb
