// plumb/workloads/workload.h - what a workload declares: parameters, variants, program, reference.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "plumb/records/program.h"
#include "plumb/records/reference.h"
#include "plumb/workloads/settings.h"

namespace plumb {

// The kind of device a variant is written for; `any` suits all. hopper: CUDA on a GPU with bulk
// copies and 200 KB of local memory per group, Hopper and its successors in data centres, which
// takes what is written for a gpu too.
enum class Suits { any, gpu, hopper, cpu };

struct Variant {
  std::string_view name;
  Suits suits = Suits::any;
  std::string_view help;
};

struct Workload {
  std::string_view name;
  std::string_view summary;
  std::span<const Parameter> parameters;
  std::span<const Variant> variants;        // the first that suits a device is its default
  Program (*program)(const Settings&);      // what to run; needs no device
  Reference (*reference)(const Settings&);  // what the buffers must hold afterwards
};

// All workloads, sorted by name.
std::span<const Workload> catalogue();

// An unknown name is an input error that names the nearest one and lists all.
const Workload& workload_named(std::string_view name);

// The workload's default variant for a device.
std::string_view default_variant(const Workload& workload, Suits device);

// Every value checked, in a fixed order: "variant" and "seed", which every workload has, then the
// parameters that it declares. What is not chosen takes its default.
Settings settings_for(const Workload& workload, Suits device,
                      std::span<const std::pair<std::string, std::string>> chosen);

}  // namespace plumb
