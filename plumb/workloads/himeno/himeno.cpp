// plumb/workloads/himeno/himeno.cpp - settings to a Program: fill the arrays, then iterate.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/himeno/himeno.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/workloads/embedded.h"
#include "plumb/workloads/himeno/plan.h"
#include "plumb/workloads/himeno/reference.h"
#include "plumb/workloads/himeno/values.h"
#include "plumb/workloads/himeno/variants.h"
#include "plumb/workloads/waits.h"

namespace plumb::himeno {
namespace {

Buffer table_buffer(const std::string& name, Scalar type, std::vector<double> values) {
  const auto count = static_cast<std::uint64_t>(values.size());
  return {name, {type, 1}, count, {.kind = FillKind::values, .values = std::move(values)}};
}

// What sweeps write into: a second pressure, or what groups that keep theirs on chip exchange.
std::string other_buffer(const Method& method) { return method.exchange > 0 ? "exchange" : "next"; }

void add_buffers(Program& program, const Plan& plan, const Method& method, std::uint64_t partials) {
  const Fill zero{.kind = FillKind::zero, .values = {}};
  const Type real{plan.scalar, 1};
  program.buffers.push_back({"p", real, plan.layout.pressure_elements, zero});
  if (method.exchange > 0) {
    program.buffers.push_back({"exchange", {Scalar::u32, 1}, method.exchange, zero});
  } else {
    program.buffers.push_back({"next", real, plan.layout.pressure_elements, zero});
  }
  program.buffers.push_back({"coefficients", real, plan.layout.coefficient_elements, {}});
  std::vector<double> ranges;
  std::vector<double> keys;
  for (unsigned array = 0; array < random_ranges().size(); ++array) {
    ranges.push_back(static_cast<double>(random_ranges()[array].low));
    ranges.push_back(static_cast<double>(random_ranges()[array].span));
    keys.push_back(key_of(plan.seed, array));
  }
  const auto constants = official_values();
  program.buffers.push_back(table_buffer("ranges", Scalar::f32, std::move(ranges)));
  program.buffers.push_back(table_buffer("keys", Scalar::u32, std::move(keys)));
  program.buffers.push_back(
      table_buffer("constants", plan.scalar, {constants.begin(), constants.end()}));
  program.buffers.push_back(table_buffer("slope", plan.scalar, official_pressures(plan.grid)));
  const std::uint64_t slots = std::min(plan.iterations, plan.slots());
  program.buffers.push_back({"partial", {Scalar::f64, 1}, slots * partials, zero});
  program.buffers.push_back({"gosa", {Scalar::f64, 1}, slots, {}});
  program.buffers.push_back({"finished", {Scalar::u32, 1}, 1, zero});
  if (method.ring > 0) program.buffers.push_back({"ring", real, method.ring, {}});
}

Step fill_step(const Plan& plan, const Method& method, bool on_cpu) {
  Launch launch;
  launch.kernel = "fill";
  const std::uint64_t across = on_cpu ? 1 : 64;
  launch.global = {across, plan.grid.rows, plan.grid.planes};
  launch.local = {across, 1, 1};
  launch.arguments = {BufferArgument{"p"}, BufferArgument{other_buffer(method)}};
  for (const char* name : {"coefficients", "ranges", "keys", "constants", "slope"})
    launch.arguments.emplace_back(BufferArgument{name});
  std::vector<Argument> sizes = plan.size_arguments();
  sizes.front() = ScalarArgument{Scalar::i32, plan.random() ? 1.0 : 0.0};  // in place of the planes
  launch.arguments.insert(launch.arguments.end(), sizes.begin(), sizes.end());
  launch.pass = {.name = "initial values",
                 .points = plan.grid.points(),
                 .accesses = {{.references = 14,
                               .bytes = Bytes{plan.element_bytes()},
                               .width = plan.element_bytes(),
                               .pattern = Pattern::multiple,
                               .streams = 14,
                               .footprint = Bytes{14 * plan.grid.points() * plan.element_bytes()},
                               .row_bytes = {},
                               .use = Use::write}},
                 .flops = {},
                 .group = 0,
                 .context = LaunchContext::derived};
  // Of each of 13 values, by the text of the kernel: a random number of 8 operations with its key,
  // made a float, and where it is stored.
  launch.pass.operations = {.fma = 13, .integer = 13 * (9 + 2 + 6)};
  launch.pass.turns = 13;  // a loop of every point, which no vector of a processor takes
  return {"initial values", launch};
}

ScalarArgument count_argument(std::uint64_t value) {
  return {Scalar::u64, static_cast<double>(value)};
}

// The launches of iterations, which alternate between the two pressures.
class Sequence {
 public:
  Sequence(const Plan& plan, const Method& method, const Method& single, std::uint64_t partials,
           bool on_cpu)
      : plan_(&plan),
        method_(&method),
        single_(&single),
        partials_(partials),
        on_cpu_(on_cpu),
        to_(other_buffer(method)) {}

  // `count` iterations from slot 0 on, then their gosa.
  std::vector<Step> iterations(std::uint64_t count) {
    std::vector<Step> steps;
    for (std::uint64_t done = 0; done < count;) {
      const bool fits = method_->steps <= count - done;
      const Method& method = fits ? *method_ : *single_;
      const std::uint64_t taken = method.all_at_once ? count : method.steps;
      steps.push_back({method.launch.pass.name, launch_of(method, done, taken)});
      done += taken;
    }
    steps.push_back({"gosa", gosa_launch(count)});
    return steps;
  }

  // Where the pressure lies in the end.
  [[nodiscard]] const std::string& result() const { return from_; }

 private:
  Launch launch_of(const Method& method, std::uint64_t slot, std::uint64_t count) {
    Launch launch = method.launch;
    launch.kernel = method.kernel.name;
    for (const std::string& name :
         {from_, to_, std::string("coefficients"), std::string("partial")})
      launch.arguments.emplace_back(BufferArgument{name});
    if (method.all_at_once) {
      launch.arguments.emplace_back(BufferArgument{"finished"});
      launch.arguments.emplace_back(ScalarArgument{Scalar::u32, static_cast<double>(count)});
      launch.pass.accesses.back().references *= static_cast<double>(count);  // what is exchanged
      launch.pass.flops.count *= static_cast<double>(count);
      for (const auto& [name, kind] : operation_counts())
        launch.pass.operations.*kind *= static_cast<double>(count);
      launch.pass.barriers *= static_cast<double>(count + 1);
      launch.pass.cluster_barriers *= static_cast<double>(count);
    } else {
      launch.arguments.emplace_back(count_argument(slot));
    }
    launch.arguments.emplace_back(ScalarArgument{plan_->scalar, omega});
    if (!method.sized) {
      for (const Argument& argument : plan_->size_arguments()) launch.arguments.push_back(argument);
      launch.arguments.emplace_back(count_argument(partials_));
    }
    for (const Argument& argument : method.more) launch.arguments.push_back(argument);
    if (!method.all_at_once) std::swap(from_, to_);  // else the pressure returns to its place
    return launch;
  }

  [[nodiscard]] Launch gosa_launch(std::uint64_t slots) const {
    const std::uint64_t group = on_cpu_ ? 1 : 256;
    Launch launch;
    launch.kernel = "gosa";
    launch.global = {slots * group, 1, 1};
    launch.local = {group, 1, 1};
    for (const char* name : {"partial", "gosa", "finished"})
      launch.arguments.emplace_back(BufferArgument{name});
    launch.arguments.emplace_back(count_argument(partials_));
    const std::uint64_t counted = method_->all_at_once ? slots : 0;
    launch.arguments.emplace_back(ScalarArgument{Scalar::u32, static_cast<double>(counted)});
    // Its few bytes belong to the cost of the sweeps, not to their demand: none is credited. Each
    // partial sum is read and added; count and test of the loop.
    launch.pass.name = "gosa";
    launch.pass.points = slots * partials_;
    launch.pass.accesses = {{.references = 0, .bytes = Bytes{8}, .width = 8, .executed = 1}};
    launch.pass.operations = {.type = Scalar::f64, .add = 1, .integer = 2};
    launch.pass.barriers = tree_steps(group);
    return launch;
  }

  const Plan* plan_;
  const Method* method_;
  const Method* single_;
  std::uint64_t partials_;
  bool on_cpu_;
  std::string from_ = "p";
  std::string to_;
};

void add_kernels(Program& program, const Plan& plan, const std::vector<const Method*>& methods,
                 std::uint64_t partials, bool on_cpu) {
  program.sources = {
      {"himeno/fill.cl", Language::opencl_c, std::string(embedded::workloads_himeno_fill_cl())}};
  program.kernels = {{"fill", "himeno/fill.cl", "himeno_fill", plan.definitions(false)}};
  program.kernels.back().definitions.emplace_back("BOTH",
                                                  methods.front()->exchange > 0 ? "0" : "1");
  for (const Method* method : methods) {
    program.sources.push_back(method->source);
    program.kernels.push_back(method->kernel);
    if (method->sized)
      program.kernels.back().definitions.emplace_back("PARTIALS", text_of(partials));
  }
  program.sources.push_back(
      {"himeno/gosa.cl", Language::opencl_c, std::string(embedded::workloads_himeno_gosa_cl())});
  program.kernels.push_back(
      {"gosa", "himeno/gosa.cl", "himeno_gosa", {{"GROUP", on_cpu ? "1" : "256"}}});
}

// As many iterations as there are slots, then their gosa; again and again, then the rest. A
// cooperative launch is not recorded.
Step iteration_step(Sequence& sequence, const Method& method, const Plan& plan) {
  const std::uint64_t most = plan.slots();
  const auto repeated = [&](const char* name, std::uint64_t times, std::uint64_t count) -> Step {
    if (method.all_at_once) return {name, Repeat{times, sequence.iterations(count)}};
    return {name, Batch{times, sequence.iterations(count)}};
  };
  std::vector<Step> parts;
  if (plan.iterations >= most) parts.push_back(repeated("batches", plan.iterations / most, most));
  if (plan.iterations % most != 0) parts.push_back(repeated("rest", 1, plan.iterations % most));
  return {"iterations", Repeat{1, std::move(parts)}};
}

Credit credit_of(const Plan& plan) {
  const auto iterations = static_cast<double>(plan.iterations);
  const std::uint64_t words =
      static_cast<std::uint64_t>(words_per_point) * plan.grid.inner_points() * plan.iterations;
  return {.flops = Flops{flops_of_iteration(plan.grid) * iterations},
          .bytes = Bytes{words * plan.element_bytes()},
          .iterations = plan.iterations};
}

// The last iterations, in their order: those that began with slot 0.
Reading gosa_reading(const Plan& plan) {
  return {.name = "gosa", .buffer = "gosa", .count = (plan.iterations - 1) % plan.slots() + 1};
}

}  // namespace

std::string groups_for(const DeviceTraits& device) {
  const bool cpu = device.kind == DeviceKind::cpu;
  if (device.compute_units == 0) return cpu ? "4" : "";
  constexpr std::uint64_t most = 65536;
  return std::to_string(std::min(device.compute_units * (cpu ? 2 : 1), most));
}

NamedTexts labels(const Settings& settings) {
  const VariantRow& row = variant_row(settings.text("variant"));
  return {{"form", std::string(name_of(row.shown.made_for))}};
}

std::optional<EarlyCheck> early_check(const Settings& settings) {
  constexpr std::uint64_t early_iterations = 20;
  if (settings.count("iterations") <= early_iterations) return std::nullopt;
  return EarlyCheck{settings.with("iterations", std::to_string(early_iterations)),
                    fmt::format("after {} iterations", early_iterations)};
}

Program program(const Settings& settings) {
  const Plan plan(settings);
  const bool on_cpu = plan.variant->on_cpu();
  const Method method = plan.variant->method(plan);
  // For the last of an odd number of iterations.
  const Method single = method.steps == 2 ? plan.variant->single(plan) : method;
  std::vector<const Method*> methods{&method};
  if (method.steps == 2 && plan.iterations % 2 == 1) methods.push_back(&single);
  std::uint64_t partials = method.partials;
  for (const Method* each : methods) partials = std::max(partials, each->partials);

  Program made;
  made.name = "himeno";
  made.settings = settings.values();
  add_buffers(made, plan, method, partials);
  add_kernels(made, plan, methods, partials, on_cpu);
  Sequence sequence(plan, method, single, partials, on_cpu);
  made.steps = {fill_step(plan, method, on_cpu), iteration_step(sequence, method, plan)};
  made.verification = checks_of(plan.grid, plan.scalar, plan.random(), sequence.result());
  made.readings = {gosa_reading(plan)};
  made.credit = credit_of(plan);
  return made;
}

}  // namespace plumb::himeno
