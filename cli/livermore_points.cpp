// cli/livermore_points.cpp - running one Livermore kernel and comparing it with the host's loop.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/livermore_points.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "cli/copy_rate.h"
#include "cli/suits.h"
#include "plumb/base/error.h"
#include "plumb/base/statistics.h"
#include "plumb/run/loaded_program.h"
#include "plumb/workloads/livermore/description.h"
#include "plumb/workloads/livermore/livermore.h"
#include "plumb/workloads/livermore/reference/reference.h"
#include "plumb/workloads/workload.h"

namespace plumb::cli {
namespace {

using livermore::Arrays;

livermore::DataSet data_of(const Settings& settings) {
  const std::string& name = settings.text("data");
  if (name == "official") return livermore::DataSet::official;
  return name == "random" ? livermore::DataSet::random : livermore::DataSet::hard;
}

std::vector<double> read_back(LoadedProgram& loaded, device::Queue& queue,
                              const std::string& name) {
  const Buffer& buffer = buffer_named(loaded.program(), name);
  std::vector<std::byte> bytes(buffer.count * size_of(buffer.type).count);
  std::vector<double> values(buffer.count);
  queue.read(bytes, loaded.buffer(name), {});
  queue.wait();
  values_of(bytes, buffer.type.scalar, values);
  return values;
}

// Kernels 17 and 20 count from word 64 on what is pending and what every sweep changed; the first
// count of nothing was the last.
void note_sweeps(LoadedProgram& loaded, device::Queue& queue, std::uint64_t most,
                 LivermorePoint& point) {
  const std::vector<double> control = read_back(loaded, queue, "control");
  std::uint64_t sweep = 0;
  while (sweep <= most && control[64 + sweep] != 0) ++sweep;
  point.fell_back = sweep > most;
  point.sweeps = std::min(sweep, most);
}

// Times the host's loop; repetitions without reset, as the suite does, short loops in hundreds.
// What they leave in the arrays is of no use but for the next repetition.
template <class Real>
Seconds host_time(Arrays<Real>& arrays) {
  std::vector<double> samples;
  const auto begin = std::chrono::steady_clock::now();
  do {
    const int repetitions = arrays.span < 20000 ? 100 : 1;
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < repetitions; ++i) livermore::run_reference(arrays);
    samples.push_back(Seconds(std::chrono::steady_clock::now() - start).count() / repetitions);
  } while (samples.size() < 5 && Seconds(std::chrono::steady_clock::now() - begin) < Seconds{0.5});
  return Seconds{median(samples)};
}

void compare_sums(const std::vector<double>& expected, const Arrays<double>& found,
                  LivermorePoint& point) {
  const std::vector<double> sums = livermore::strict_sums(found);
  point.digits = 16;
  for (std::size_t i = 0; i < sums.size(); ++i)
    point.digits = std::min(point.digits, livermore::agreeing_digits(sums[i], expected[i]));
  const bool search = point.kernel == 16;
  point.flops = livermore::official_flops(point.kernel, point.span,
                                          search ? static_cast<std::uint64_t>(sums[0]) : 0,
                                          search ? static_cast<std::uint64_t>(sums[1]) : 0);
}

// `before` with what one execution on the device makes of it.
Arrays<double> found_on(device::Device& device, const Settings& settings, const Program& program,
                        Arrays<double> before, LivermorePoint& point) {
  LoadedProgram loaded(device, program);
  const std::unique_ptr<device::Queue> queue = device.queue();
  loaded.fill(*queue);
  for (std::size_t step = 0; step < program.steps.size(); ++step) loaded.execute(*queue, step);
  queue->wait();
  const std::string& variant = settings.text("variant");
  for (const std::string& buffer : livermore::result_buffers(point.kernel, variant))
    livermore::keep_result(before, buffer, read_back(loaded, *queue, buffer));
  if (variant == "best" && (point.kernel == 17 || point.kernel == 20))
    note_sweeps(loaded, *queue, settings.count("sweeps"), point);
  return before;
}

// The sums of the host's loop in double precision from the rounded data, and its time in single.
std::vector<double> single_sums(const Settings& settings, LivermorePoint& point) {
  Arrays<float> arrays = livermore::initial_arrays<float>(
      point.kernel, point.span, data_of(settings), livermore::which_span(settings));
  Arrays<double> exact = livermore::exact_arrays(arrays);
  livermore::run_reference(arrays);
  point.host_time = host_time(arrays);
  livermore::run_reference(exact);
  return livermore::strict_sums(exact);
}

// True if the result was right.
bool note_measured(const Point& measured, LivermorePoint& point) {
  point.verdict = measured.status == Status::wrong ? "WRONG" : "right";
  if (measured.status == Status::unreliable) point.verdict = "right, noisy";
  if (measured.status == Status::wrong) {
    point.reason = measured.reason;
    return false;
  }
  // The last step is the kernel; the thesis's kernel 5 has one step per way of packing.
  const StepResult& step = measured.steps.back();
  point.launches = step.launches;
  point.time = Seconds{step.time.value};
  point.bytes = static_cast<double>(step.bytes.count);
  return true;
}

// Large arrays are filled once: `before` becomes the program's data, then the host's, and receives
// what the device found.
void run_point(device::Device& device, const Settings& settings, const RunOptions& options,
               LivermorePoint& point) {
  const bool single = settings.text("precision") == "f32";
  Arrays<double> before = livermore::arrays_before(settings);
  const Program program = livermore::program_from(settings, before);
  Reference reference;
  std::vector<double> expected;
  if (single) {
    reference = livermore::reference(settings);
  } else {
    Arrays<double> after = before;
    livermore::run_reference(after);
    expected = livermore::strict_sums(after);
    reference = livermore::reference_from(settings, std::move(after));
  }
  if (!note_measured(run_program(device, program, reference, options), point)) return;
  reference = {};
  Arrays<double> found = found_on(device, settings, program, before, point);
  if (single) {
    expected = single_sums(settings, point);
  } else {
    point.host_time = host_time(before);
  }
  compare_sums(expected, found, point);
}

}  // namespace

LivermorePoint run_livermore(device::Device& device, const Settings& settings,
                             const RunOptions& options) {
  LivermorePoint point;
  point.kernel = static_cast<unsigned>(settings.count("kernel"));
  point.span = livermore::span_of(settings);
  try {
    run_point(device, settings, options, point);
  } catch (const Error& error) {
    if (kind_of(error) == ErrorKind::interrupted) throw;
    point.reason = explain(error);
    point.verdict = kind_of(error) == ErrorKind::input ? "-" : "error";
  }
  return point;
}

std::vector<LivermorePoint> run_livermore_suite(device::Device& device,
                                                const std::string& precision,
                                                const std::string& span, const RunOptions& options,
                                                Progress& progress) {
  const Suits suits = suits_of(device.info());
  std::vector<LivermorePoint> points;
  for (const livermore::Description& about : livermore::descriptions()) {
    progress.show(fmt::format("livermore kernel {}", about.number));
    const std::vector<std::pair<std::string, std::string>> chosen{
        {"kernel", std::to_string(about.number)}, {"span", span}, {"precision", precision}};
    const Settings settings = settings_for(workload_named("livermore"), suits, chosen);
    points.push_back(run_livermore(device, settings, options));
  }
  return points;
}

double copy_rate(device::Device& device, const std::string& precision, const RunOptions& options) {
  return rate_of(run_copy(device, precision, 1U << 24U, options));
}

}  // namespace plumb::cli
