// plumb/workloads/poisson/plan.cpp - settings read once; arguments, passes and kernels of solvers.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/poisson/plan.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/poisson/paper.h"
#include "plumb/workloads/poisson/variants.h"
#include "plumb/workloads/source_text.h"
#include "plumb/workloads/waits.h"

namespace plumb::poisson {
namespace {

Norm norm_named(const std::string& name) {
  if (name == "sum") return Norm::sum;
  if (name == "max") return Norm::largest;
  return name == "rms" ? Norm::root_mean_square : Norm::error;
}

std::optional<std::uint64_t> iterations_of(const Settings& settings, const Grid& grid) {
  const std::string& text = settings.text("iterations");
  if (text == "auto") return std::nullopt;
  if (text != "thesis") return settings.count("iterations");
  const PaperRow* row = paper_row(grid);
  if (row == nullptr) {
    throw Error(ErrorKind::input,
                "--iterations thesis: it has counts for --n 32, 64, 128 and 256 in two dimensions");
  }
  return row->iterations;
}

std::uint64_t check_of(const Settings& settings, const VariantRow& row) {
  return settings.text("check") == "auto" ? row.check : settings.count("check");
}

// A limit that nobody gave is a whole number of rounds.
std::uint64_t most_of(const Settings& settings, const VariantRow& row) {
  if (settings.text("max-iterations") != "auto") return settings.count("max-iterations");
  const std::uint64_t check = check_of(settings, row);
  return row.most < check ? row.most : row.most / check * check;
}

std::optional<Seconds> deadline_of(const Settings& settings) {
  const double milliseconds = settings.number("deadline");
  if (milliseconds == 0) return std::nullopt;
  return Seconds{milliseconds * 1e-3};
}

}  // namespace

std::string_view name_of(Ending ending) {
  constexpr std::string_view names[] = {"fixed",    "converged",   "stagnated", "limit",
                                        "deadline", "interrupted", "not finite"};
  return names[static_cast<std::size_t>(ending)];
}

Plan::Plan(const Settings& settings)
    : variant(&variant_row(settings.text("variant"))),
      grid(grid_of(settings.text("n"), static_cast<unsigned>(settings.count("dim")))),
      scalar(settings.text("precision") == "f32" ? Scalar::f32 : Scalar::f64),
      inner(settings.text("precision") == "f64" && !variant->float_inside ? Scalar::f64
                                                                          : Scalar::f32),
      full(settings.text("cycle") == "full"),
      norm(norm_named(settings.text("norm"))),
      tolerance(settings.number("tolerance")),
      iterations(iterations_of(settings, grid)),
      counts_of_thesis(settings.text("iterations") == "thesis"),
      most(most_of(settings, *variant)),
      check(std::min(check_of(settings, *variant), most)),
      on_rows(settings.text("form") == "rows"),
      width(settings.text("values") == "1" ? 1 : 16 / element_bytes()),
      steps(settings.count("steps")),
      strip(settings.count("strip")),
      units(std::max<std::uint64_t>(settings.device().compute_units, 1)),
      device(settings.device()),
      sourced(has_source(settings)),
      own_boundary(has_own_boundary(settings)),
      boundary_text(settings.text("boundary")),
      source_text(settings.text("rhs")),
      deadline(deadline_of(settings)),
      split(settings.number("split")),
      second_on_rows(settings.text("second") == "cpu") {}

std::uint64_t Plan::round() const {
  constexpr std::uint64_t batch = 64;
  const std::uint64_t points =
      (on_rows ? 1ULL << 28U : 1ULL << 34U) / (grid.unknowns() * variant->work);
  const std::uint64_t launches =
      variant->order == Order::slices ? grid.inner_planes() : variant->work;
  const std::uint64_t most_launched = (on_rows ? 4096U : 16384U) / launches;
  const std::uint64_t fitting = std::max<std::uint64_t>(std::min(points, most_launched), 4);
  return fitting / (fitting >= batch ? batch : 2) * (fitting >= batch ? batch : 2);
}

Definitions Plan::definitions(const Definitions& more) const {
  Definitions all{{"REAL", plumb::name_of(Type{scalar, 1})}, {"DIM", std::to_string(grid.dim)}};
  if (sourced) all.emplace_back("SOURCE", "1");
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

Bytes declared_limit(const DeviceTraits& device) {
  constexpr Bytes most_declared{49152};  // CUDA takes no more in arrays of fixed size
  if (device.local_memory.count == 0) return most_declared;
  return device.kind == DeviceKind::cpu ? device.local_memory
                                        : std::min(device.local_memory, most_declared);
}

ScalarArgument count_argument(std::uint64_t value) {
  return {Scalar::u32, static_cast<double>(value)};
}
ScalarArgument real_argument(double value) { return {Scalar::f64, value}; }

std::uint64_t rounded_up(std::uint64_t n, std::uint64_t unit) {
  return (n + unit - 1) / unit * unit;
}

std::vector<Argument> buffers(std::initializer_list<const char*> names) {
  std::vector<Argument> arguments;
  for (const char* name : names) arguments.emplace_back(BufferArgument{name});
  return arguments;
}

// Operations on integers of a GPU's item, as the PTX of its kernels has them: where it stands, what
// its neighbours are, whether they lie inside. 43 to 96 with those of its values.
constexpr double places_of_item = 60;

Pass pass_of(const Plan& plan, std::string name, std::uint64_t points, double words, double flops,
             Pattern pattern) {
  const auto access = [&](double references, Use use) {
    const double footprint = static_cast<double>(points * plan.element_bytes()) * references;
    return Access{.references = references,
                  .bytes = Bytes{plan.element_bytes()},
                  .width = plan.element_bytes() * (plan.on_rows ? 1 : plan.width),
                  .pattern = use == Use::read ? pattern : Pattern::self,
                  .streams = 1,
                  .footprint = Bytes{static_cast<std::uint64_t>(footprint)},
                  .row_bytes = Bytes{plan.grid.pitch * plan.element_bytes()},
                  .use = use};
  };
  // A point writes one value, whatever it reads.
  const double written = std::min(1.0, words);
  Pass pass{.name = std::move(name), .points = points, .accesses = {}, .flops = Flops{flops}};
  if (words > written) pass.accesses.push_back(access(words - written, Use::read));
  pass.accesses.push_back(access(written, Use::write));
  if (plan.on_rows) return pass;
  pass.operations = {.type = plan.scalar, .fma = flops / 2};
  pass.operations.integer = places_of_item / static_cast<double>(plan.width);
  return pass;
}

double join_barriers(const Plan& plan) { return plan.on_rows ? 0 : tree_steps(decision_group) + 2; }

Pass decision_pass(const Plan& plan, std::string name, std::uint64_t partials, double norms,
                   double joins, double trips) {
  const Bytes word{8};
  const auto parts = static_cast<double>(partials);
  const double waiting = plan.on_rows ? 1 : std::min(static_cast<double>(decision_group), parts);
  const auto footprint = static_cast<std::uint64_t>(norms * parts) * word;
  Access sums{.references = norms,
              .bytes = word,
              .width = word.count,
              .pattern = Pattern::self,
              .footprint = footprint};
  Access path{.references = trips * waiting / parts,
              .bytes = word,
              .width = word.count,
              .pattern = Pattern::single,
              .footprint = footprint};
  if (!plan.on_rows) path.dependent = path.references;
  return {.name = std::move(name),
          .points = partials,
          .accesses = {sums, path},
          .operations = {.type = Scalar::f64, .add = norms},
          .barriers = joins * join_barriers(plan)};
}

void add_kernel(Program& program, const std::string& name, std::string_view file,
                const std::string& entry, const Definitions& definitions,
                std::string_view in_front) {
  const std::string source(file);
  if (std::ranges::find(program.sources, source, &Source::name) == program.sources.end()) {
    const Language language = source.ends_with(".cu") ? Language::cuda : Language::opencl_c;
    program.sources.push_back({source, language, source_text({in_front, file})});
  }
  program.kernels.push_back({name, source, entry, definitions});
}

namespace {

Launch row_launch(const Plan& plan, const std::string& kernel) {
  Launch launch;
  launch.kernel = kernel;
  const std::uint64_t across = plan.on_rows ? 1 : 64;
  launch.global = {across, plan.grid.rows(), plan.grid.planes()};
  launch.local = {across, 1, 1};
  return launch;
}

Step copied(const char* name, const char* from, const char* to) {
  return {name, Transfer{.direction = Direction::within, .buffer = from, .to = to}};
}

// The field from a buffer that keeps it.
void add_copies(Program& program, bool alternates) {
  program.restore = {copied("start", "initial", "field")};
  if (alternates) program.restore.push_back(copied("other start", "initial", "other"));
  program.restore.push_back(copied("control", "beginning", "control"));
}

void add_start(Program& program, const Plan& plan, bool alternates) {
  const Definitions group{{"GROUP", plan.on_rows ? "1" : "256"}};
  add_kernel(program, "start", "poisson/kernels/control.cl", "poisson_start",
             plan.definitions(group));
  const Grid& grid = plan.grid;
  Launch start = row_launch(plan, "start");
  start.arguments = buffers({"field", alternates ? "other" : "field"});
  for (const std::uint64_t value : {grid.n[0], grid.n[1], grid.n[2], grid.pitch})
    start.arguments.emplace_back(count_argument(value));
  start.arguments.emplace_back(ScalarArgument{plan.scalar, hot});
  start.arguments.emplace_back(count_argument(alternates ? 1 : 0));
  start.pass = pass_of(plan, "start", grid.elements(), alternates ? 2 : 1, 0, Pattern::self);
  program.restore = {{"start", std::move(start)}, copied("control", "beginning", "control")};
}

}  // namespace

void add_source(Launch& launch, const Plan& plan) {
  if (plan.sourced) launch.arguments.emplace_back(BufferArgument{"source"});
}

void add_field(Program& program, const Plan& plan, const Problem& problem, bool alternates) {
  const Type real{plan.scalar, 1};
  const Fill zero{.kind = FillKind::zero, .values = {}};
  program.buffers.push_back({"field", real, plan.grid.elements(), zero});
  if (alternates) program.buffers.push_back({"other", real, plan.grid.elements(), zero});
  program.buffers.push_back({"control", {Scalar::f64, 1}, 4, zero});
  program.buffers.push_back({"beginning", {Scalar::f64, 1}, 4, zero});
  const auto keep = [&](const char* name, const std::vector<double>& values) {
    program.buffers.push_back(
        {name, real, plan.grid.elements(), {.kind = FillKind::values, .values = values}});
  };
  if (plan.sourced) keep("source", problem.source);
  if (plan.own_boundary) {
    keep("initial", problem.start);
    add_copies(program, alternates);
  } else {
    add_start(program, plan, alternates);
  }
}

}  // namespace plumb::poisson
