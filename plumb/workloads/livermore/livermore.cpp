// plumb/workloads/livermore/livermore.cpp - settings to Program and Reference.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/livermore.h"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>
#include <unistd.h>

#include "plumb/base/error.h"
#include "plumb/workloads/livermore/programs/parts.h"
#include "plumb/workloads/livermore/reference/reference.h"
#include "plumb/workloads/livermore/rows.h"

namespace plumb::livermore {
namespace {

DataSet data_of(const Settings& settings) {
  const std::string& name = settings.text("data");
  if (name == "official") return DataSet::official;
  return name == "random" ? DataSet::random : DataSet::hard;
}

// Program and reference each hold the arrays, and a CPU's buffers lie in the same memory; what
// cannot fit is reported before anything is made.
void refuse_too_much(const Settings& settings) {
  const double copies = settings.count("chunk") == 1 ? 3 : 5;
  const double needed =
      copies * bytes_of_arrays(kernel_of(settings), span_of(settings), data_of(settings));
  const double here =
      static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  if (needed <= here) return;
  throw Error(
      ErrorKind::input,
      fmt::format("kernel {} at span {}: its arrays and their reference need {:.3g} GiB of "
                  "host memory, this machine has {:.3g}; take a shorter span",
                  kernel_of(settings), span_of(settings), needed * 0x1p-30, here * 0x1p-30));
}

// Kernel 20 grows with the random fill, about tenfold in 280 steps.
void refuse_growth(const Settings& settings) {
  constexpr std::uint64_t longest = 9000;
  if (kernel_of(settings) != 20 || settings.text("data") != "random" ||
      settings.text("precision") != "f32" || span_of(settings) <= longest)
    return;
  throw Error(ErrorKind::input,
              fmt::format("kernel 20 at span {}: random data grow beyond single precision after "
                          "{} steps; take --data hard",
                          span_of(settings), longest));
}

constexpr std::array<std::string_view, 24> results{"X",
                                                   "X",
                                                   "Q",
                                                   "XZ",
                                                   "X",
                                                   "W",
                                                   "X",
                                                   "U1 U2 U3 DU1 DU2 DU3",
                                                   "PX",
                                                   "PX",
                                                   "X",
                                                   "X",
                                                   "P H",
                                                   "VX XX IX XI EX1 DEX1 IR RX RH",
                                                   "VY VS",
                                                   "SEARCH",
                                                   "VXNE VXND VE3 XNM",
                                                   "ZA ZB ZU ZV ZR ZZ",
                                                   "B5 STB5",
                                                   "X XX",
                                                   "PX",
                                                   "Y W",
                                                   "ZA",
                                                   "M"};

// Bulk copies are CUDA's, a chunk makes the form of a CPU.
void refuse_stream_on_cpu(const Settings& settings) {
  const unsigned kernel = kernel_of(settings);
  if (settings.text("scan") != "stream" || settings.count("chunk") == 1 ||
      settings.text("variant") != "best" || (kernel != 5 && kernel != 11 && kernel != 19))
    return;
  throw Error(ErrorKind::input,
              fmt::format("kernel {} with --scan stream: bulk copies are for GPUs, and --chunk {} "
                          "makes the form of a CPU; take --scan tiles",
                          kernel, settings.text("chunk")));
}

// Re-ordered sums and scans differ in rounding; the other loops keep the order of every operation.
bool reorders(unsigned kernel) {
  constexpr std::array kernels{3U, 4U, 5U, 6U, 11U, 17U, 19U, 20U, 23U};
  return std::ranges::find(kernels, kernel) != kernels.end();
}

// Recurrences that forget: a rounding has faded after some steps, however long the loop is.
bool forgets(unsigned kernel) {
  constexpr std::array kernels{5U, 17U, 19U, 20U, 23U};
  return std::ranges::find(kernels, kernel) != kernels.end();
}

// In single precision a sum loses with the terms that one item adds in a row, and those that it
// then joins.
double additions_in_a_row(const Settings& settings) {
  if (forgets(kernel_of(settings))) return 64;
  const double row = settings.count("chunk") == 1 ? 256 : 8192;
  const auto span = static_cast<double>(span_of(settings));
  return std::min(span, row) + span / row;
}

// Decisions of 17 and the drift of 20 are those of their own precision.
bool follows_single_precision(const Settings& settings) {
  const unsigned kernel = kernel_of(settings);
  return kernel == 17 || kernel == 20 || !reorders(kernel) ||
         settings.text("variant") == "sequential";
}

Check check_of(const Settings& settings, const std::string& buffer) {
  const unsigned kernel = kernel_of(settings);
  const bool single = settings.text("precision") == "f32";
  if (buffer == "SEARCH" || buffer == "M" || buffer == "IX" || buffer == "IR")
    return {buffer, 0, 0, {}};
  if (reorders(kernel) || buffer == "RH") {
    const double error = single ? 0x1p-24 * additions_in_a_row(settings) : 1e-12;
    return {buffer, error, error, {}};
  }
  // exp, and division in single precision, may be off by a few units in the last place.
  const double error = single ? 4e-6 : 1e-14;
  return {buffer, kernel == 18 ? error : 0, error, {}};
}

void build(Parts& parts, unsigned kernel) {
  switch (kernel) {
    case 2:
      return build_phases(parts);
    case 3:
    case 4:
    case 24:
      return build_reduction(parts, kernel);
    case 5:
    case 11:
    case 19:
    case 23:
      return build_scan(parts, kernel);
    case 6:
      return build_solve(parts);
    case 13:
    case 14:
      return build_scatter(parts, kernel);
    case 16:
      return build_search(parts);
    case 17:
    case 20:
      return build_iteration(parts, kernel);
    default:
      build_map(parts, kernel);
  }
}

// The arrays after one repetition in the precision of the run: single precision computes as the
// device does where the order is kept, else in double precision from the rounded data.
Arrays<double> after_one_repetition(const Settings& settings, Arrays<double> before) {
  if (settings.text("precision") == "f64") {
    run_reference(before);
    return before;
  }
  Arrays<float> rounded = rounded_arrays(before);
  if (!follows_single_precision(settings)) {
    before = exact_arrays(rounded);
    run_reference(before);
    return exact_arrays(rounded_arrays(before));  // what a float cannot hold is infinite there too
  }
  run_reference(rounded);
  return exact_arrays(rounded);
}

std::string array_of(std::string_view buffer) {
  return std::string(buffer == "ZA_new" ? "ZA" : buffer);
}

// Kernels 17 and 20 count from word 64 on what is pending and what every sweep changed.
std::vector<Reading> readings_of(const Settings& settings) {
  const unsigned kernel = kernel_of(settings);
  if (settings.text("variant") != "best" || (kernel != 17 && kernel != 20)) return {};
  return {{.name = "pending",
           .buffer = "control",
           .element = 64,
           .count = settings.count("sweeps") + 1}};
}

}  // namespace

unsigned kernel_of(const Settings& settings) {
  return static_cast<unsigned>(settings.count("kernel"));
}

// Tables show the span as a number, and what the thesis and we think of the kernel.
NamedTexts labels(const Settings& settings) {
  const Description& about = descriptions()[kernel_of(settings) - 1];
  return {{"name", std::string(about.name)},
          {"thesis", std::to_string(about.thesis_pattern)},
          {"ours", std::string(about.pattern)},
          {"technique", std::string(about.technique)},
          {"iterations of the loop", std::to_string(span_of(settings))}};
}

// Blackwell for desktops has bulk copies, but not the local memory of the chips for data centres.
std::string scan_for(const DeviceTraits& device) {
  constexpr Bytes three_tiles{200'000};
  return device.bulk_copies && device.local_memory.count >= three_tiles.count ? "stream" : "";
}

std::string chunk_for(const DeviceTraits& device) {
  return device.kind == DeviceKind::cpu ? "8192" : "";
}

std::uint64_t span_of(const Settings& settings) {
  const std::string& span = settings.text("span");
  if (span == "long" || span == "medium" || span == "short")
    return official_span(kernel_of(settings), which_span(settings));
  return settings.count("span");
}

unsigned which_span(const Settings& settings) {
  const std::string& span = settings.text("span");
  return span == "medium" ? 1 : (span == "short" ? 2 : 0);
}

std::vector<std::string> result_buffers(unsigned kernel, const std::string& variant) {
  std::vector<std::string> names;
  std::string_view rest = results.at(kernel - 1);
  while (!rest.empty()) {
    const std::size_t blank = std::min(rest.find(' '), rest.size());
    names.emplace_back(rest.substr(0, blank));
    rest.remove_prefix(std::min(rest.size(), blank + 1));
  }
  if (kernel == 23 && variant == "best") names = {"ZA_new"};
  return names;
}

Arrays<double> arrays_before(const Settings& settings) {
  refuse_too_much(settings);
  refuse_growth(settings);
  return initial_arrays<double>(kernel_of(settings), span_of(settings), data_of(settings),
                                which_span(settings));
}

Program program(const Settings& settings) {
  return program_from(settings, arrays_before(settings));
}

Program program_from(const Settings& settings, const Arrays<double>& before) {
  const unsigned kernel = kernel_of(settings);
  const std::string& variant = settings.text("variant");
  refuse_stream_on_cpu(settings);
  Parts parts(settings, before);
  const std::string name = fmt::format("{} {}", kernel, descriptions()[kernel - 1].name);
  if (variant == "sequential") {
    build_sequential(parts, kernel);
  } else if (variant == "thesis") {
    build_thesis(parts, kernel);
  } else {
    build(parts, kernel);
  }
  Program made = parts.finish(name, variant == "thesis" && kernel != 14);
  for (const std::string& buffer : result_buffers(kernel, variant))
    made.verification.push_back(check_of(settings, buffer));
  made.readings = readings_of(settings);
  made.credit = {.flops = Flops{official_flops(kernel, span_of(settings))},
                 .bytes = demand_of(made.steps.back()).bytes,
                 .iterations = 1};
  return made;
}

// Made when the first element is asked for: a run that verifies nothing does not compute it.
Reference reference(const Settings& settings, ReferenceStore&) {
  return [settings, after = std::optional<Arrays<double>>(), name = std::string(),
          values = std::vector<double>()](std::string_view buffer, std::uint64_t first,
                                          std::span<double> out) mutable {
    if (!after) after = after_one_repetition(settings, arrays_before(settings));
    if (name != buffer) {
      values = device_layout(*after, array_of(buffer));
      name = buffer;
    }
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(first), out.size(), out.begin());
  };
}

void keep_result(Arrays<double>& arrays, std::string_view buffer, std::span<const double> values) {
  from_device_layout(arrays, array_of(buffer), values);
}

}  // namespace plumb::livermore
