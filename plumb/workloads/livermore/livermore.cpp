// plumb/workloads/livermore/livermore.cpp - settings to Program and Reference.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/livermore.h"

#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <unistd.h>

#include "plumb/base/error.h"
#include "plumb/workloads/livermore/programs/parts.h"
#include "plumb/workloads/livermore/programs/scan.h"
#include "plumb/workloads/livermore/reference/reference.h"
#include "plumb/workloads/livermore/rows.h"

namespace plumb::livermore {
namespace {

const KernelRow& row_of(const Settings& settings) { return kernel_row(kernel_of(settings)); }

bool is_double(const Settings& settings) { return settings.text("precision") == "f64"; }

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

// Triangular systems have a launch for every few rows: beyond what any buffer may have, none are
// made.
void refuse_too_many(const Outline& outline) {
  for (const auto& [name, elements] : outline.reals) {
    if (elements <= most_elements) continue;
    throw Error(ErrorKind::input,
                fmt::format("kernel {} at span {}: its array {} would have {} elements, more than "
                            "2^45; take a shorter span",
                            outline.kernel, outline.span, name, elements));
  }
}

// Some kernels grow with the random fill.
void refuse_growth(const Settings& settings) {
  const std::uint64_t longest = row_of(settings).longest_random_single;
  if (longest == 0 || data_of(settings) != DataSet::random || is_double(settings) ||
      span_of(settings) <= longest)
    return;
  throw Error(ErrorKind::input,
              fmt::format("kernel {} at span {}: random data grow beyond single precision after "
                          "{} steps; take --data hard",
                          kernel_of(settings), span_of(settings), longest));
}

// Bulk copies are CUDA's, a chunk makes the form of a CPU.
void refuse_stream_on_cpu(const Settings& settings) {
  if (settings.text("scan") != "stream" || settings.count("chunk") == 1 ||
      settings.text("variant") != "best" || !row_of(settings).streams)
    return;
  throw Error(ErrorKind::input,
              fmt::format("kernel {} with --scan stream: bulk copies are for GPUs, and --chunk {} "
                          "makes the form of a CPU; take --scan tiles",
                          kernel_of(settings), settings.text("chunk")));
}

// In single precision a sum loses with the terms that one item adds in a row, and those that it
// then joins.
double additions_in_a_row(const Settings& settings) {
  if (row_of(settings).rounding.forgets) return 64;
  const double row = settings.count("chunk") == 1 ? 256 : 8192;
  const auto span = static_cast<double>(span_of(settings));
  return std::min(span, row) + span / row;
}

// Re-ordered sums and scans differ in rounding; the other loops keep the order of every operation.
Check check_of(const Settings& settings, const Outline& outline, const std::string& buffer) {
  const Rounding& rounding = row_of(settings).rounding;
  const std::string array = array_of(buffer);
  if (outline.integers.contains(array)) return {buffer, 0, 0, {}};
  const std::vector<std::string_view> reordered = names_in(rounding.reordered);
  if (std::ranges::find(reordered, array) != reordered.end()) {
    // The reference adds all terms in a row: a rounding of half a unit each, and like data round
    // alike.
    const double reference = 0x1p-53 * static_cast<double>(span_of(settings));
    const double error =
        is_double(settings) ? std::max(1e-12, reference) : 0x1p-24 * additions_in_a_row(settings);
    return {buffer, error, error, {}};
  }
  // exp, and division in single precision, may be off by a few units in the last place.
  const double error = is_double(settings) ? 1e-14 : 4e-6;
  return {buffer, rounding.near_zero ? error : 0, error, {}};
}

void build_thesis(Parts& parts, const KernelRow& row) {
  if (row.build_thesis != nullptr) return row.build_thesis(parts);
  throw Error(ErrorKind::input,
              fmt::format("the thesis gives no passes for kernel {} ({}): {}; take variant best "
                          "or sequential",
                          row.number, row.name, row.thesis));
}

// The arrays after one repetition in the precision of the run: single precision computes as the
// device does where the order is kept, else in double precision from the rounded data.
Arrays<double> after_one_repetition(const Settings& settings, Arrays<double> before) {
  if (is_double(settings)) {
    run_reference(before);
    return before;
  }
  Arrays<float> rounded = rounded_arrays(before);
  if (row_of(settings).rounding.in_double && settings.text("variant") != "sequential") {
    before = exact_arrays(rounded);
    run_reference(before);
    return exact_arrays(rounded_arrays(before));  // what a float cannot hold is infinite there too
  }
  run_reference(rounded);
  return exact_arrays(rounded);
}

// What is pending before the first sweep and after each.
std::vector<Reading> readings_of(const Settings& settings) {
  if (settings.text("variant") != "best" || !row_of(settings).sweeps) return {};
  return {{.name = "pending",
           .buffer = "control",
           .element = first_pending,
           .count = settings.count("sweeps") + 1}};
}

Program program_of(const Settings& settings, const Outline& outline, Parts::MakeArrays arrays) {
  const KernelRow& row = row_of(settings);
  const std::string& variant = settings.text("variant");
  refuse_stream_on_cpu(settings);
  Parts parts(settings, outline, std::move(arrays));
  if (variant == "sequential") {
    row.build_sequential(parts);
  } else if (variant == "thesis") {
    build_thesis(parts, row);
  } else {
    row.build_best(parts);
  }
  Program made = parts.finish(fmt::format("{} {}", row.number, row.name),
                              variant == "thesis" && !row.thesis_asks_host);
  for (const std::string& buffer : result_buffers(row.number, variant))
    made.verification.push_back(check_of(settings, outline, buffer));
  made.readings = readings_of(settings);
  made.credit = {.flops = Flops{official_flops(row.number, span_of(settings))},
                 .bytes = demand_of(made.steps.back()).bytes,
                 .iterations = 1};
  return made;
}

}  // namespace

// A buffer that has the new values of an array beside the old ones is called <array>_new.
std::string array_of(std::string_view buffer) {
  constexpr std::string_view ending = "_new";
  if (buffer.ends_with(ending)) buffer.remove_suffix(ending.size());
  return std::string(buffer);
}

unsigned kernel_of(const Settings& settings) {
  return static_cast<unsigned>(settings.count("kernel"));
}

// Tables show the span as a number, and what the thesis and we think of the kernel.
NamedTexts labels(const Settings& settings) {
  const KernelRow& about = row_of(settings);
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
  const KernelRow& row = kernel_row(kernel);
  const bool has_own = variant == "best" && !row.best_results.empty();
  const std::vector<std::string_view> names = names_in(has_own ? row.best_results : row.results);
  return {names.begin(), names.end()};
}

Arrays<double> arrays_before(const Settings& settings) {
  refuse_too_much(settings);
  refuse_growth(settings);
  return initial_arrays<double>(kernel_of(settings), span_of(settings), data_of(settings),
                                which_span(settings));
}

Program program(const Settings& settings) {
  refuse_growth(settings);
  const Outline outline = outline_of(kernel_of(settings), span_of(settings), data_of(settings));
  refuse_too_many(outline);
  auto made = std::make_shared<std::optional<Arrays<double>>>();  // one for all buffers
  return program_of(settings, outline, [settings, made]() -> const Arrays<double>& {
    if (!*made) *made = arrays_before(settings);
    return **made;
  });
}

Program program_from(const Settings& settings, Arrays<double> before) {
  const Outline outline = outline_of(before);
  auto held = std::make_shared<const Arrays<double>>(std::move(before));
  return program_of(settings, outline, [held]() -> const Arrays<double>& { return *held; });
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
