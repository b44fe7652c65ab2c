// plumb/workloads/workload.h - all that a workload says about itself, in data and a few functions.
//
// A workload needs no device: settings in, a Program and its reference out.
//
//   const Workload& stream = workload_named("stream");
//   const DeviceTraits traits{DeviceKind::gpu};
//   const Settings settings = settings_for(stream, traits, {{"elements", "1000"}});
//   const Program program = stream.program(settings);
//
// CONTRIBUTING.md says which files a new one touches.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "plumb/records/chart_layout.h"
#include "plumb/records/program.h"
#include "plumb/records/reference.h"
#include "plumb/records/traits.h"
#include "plumb/workloads/settings.h"
#include "plumb/workloads/suite.h"

namespace plumb {

struct Variant {
  std::string_view name;
  DeviceKind made_for = DeviceKind::any;
  std::string_view help;
};

// A shorter run of the same settings that must be right, too.
struct EarlyCheck {
  Settings settings;
  std::string when;  // "after 20 iterations"
};

// What is worth racing on a device. Candidates and refinements are settings beyond the problem.
struct Tuner {
  std::span<const std::string_view> problem = {};  // the settings that a tuning is for
  std::span<const std::string_view> chooses = {};  // those that candidates and refinements set
  std::vector<NamedTexts> (*candidates)(const DeviceTraits& traits) = nullptr;
  // Of the fastest candidate, itself first; null: it is not refined.
  std::vector<NamedTexts> (*refinements)(const Settings& settings, const NamedTexts& fastest,
                                         const DeviceTraits& traits) = nullptr;
};

struct Workload {
  std::string_view name;
  std::string_view summary;
  std::span<const Parameter> parameters;
  std::span<const Variant> variants;    // the first that suits a device is its default
  Program (*program)(const Settings&);  // what to run
  // What the buffers must hold afterwards; `store` must outlive it.
  Reference (*reference)(const Settings&, ReferenceStore& store);

  // The rest may be absent.
  std::span<const Suite> suites = {};  // the first is that of its short name and completes tuning
  // What reports draw of its points.
  std::vector<ChartLayout> (*charts)() = nullptr;
  Tuner tuner = {};
  // What a survey runs of it with about `data` bytes in its arrays, by what it sets beyond the
  // defaults; the most telling point first. The variant is chosen for the device unless it is set.
  std::vector<NamedTexts> (*survey_points)(Bytes data, const DeviceTraits& traits) = nullptr;
  // What tables show of a point beside its settings.
  NamedTexts (*labels)(const Settings&) = nullptr;
  // Refuses (input error) what program() would refuse, at no cost.
  void (*check)(const Settings&) = nullptr;
  std::optional<EarlyCheck> (*early_check)(const Settings&) = nullptr;
  // Adds what one execution says beyond its readings: sums of results, a credit that depends on
  // them.
  void (*examine)(const Settings&, const Reader&, Point&) = nullptr;
  // One repetition on a core of the host, ready to be timed.
  std::function<void()> (*host_loop)(const Settings&) = nullptr;
  // The same without vector instructions; its time is a reading, as is that of the other one.
  std::function<void()> (*scalar_host_loop)(const Settings&) = nullptr;
  // The files that it reads and those that it writes: no output may replace what is read.
  std::vector<std::string> (*files_read)(const Settings&) = nullptr;
  std::vector<std::string> (*files_written)(const Settings&) = nullptr;
  // What --explain WHAT shows: a title, then lines by name.
  NamedTexts (*explanation)(const std::string& what) = nullptr;
};

// All workloads, sorted by name.
std::span<const Workload> catalogue();

// An unknown name is an input error that names the nearest one and lists all.
const Workload& workload_named(std::string_view name);
const Suite& suite_named(const Workload& workload, std::string_view name);

// The parameter that the workload declares to have this meaning; null: it has none.
const Parameter* parameter_of(const Workload& workload, Meaning meaning);

// The workload's default variant for a device.
std::string_view default_variant(const Workload& workload, const DeviceTraits& device);

// Every value checked, in a fixed order: "variant" and "seed", which every workload has, then the
// parameters that it declares. What is not chosen takes its default.
Settings settings_for(const Workload& workload, const DeviceTraits& device,
                      const NamedTexts& chosen);

}  // namespace plumb
