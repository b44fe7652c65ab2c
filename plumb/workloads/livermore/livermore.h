// plumb/workloads/livermore/livermore.h - the 24 Livermore kernels as Programs.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "plumb/workloads/livermore/data/arrays.h"
#include "plumb/workloads/workload.h"

namespace plumb::livermore {

std::string scan_for(const DeviceTraits& device);
std::string chunk_for(const DeviceTraits& device);

inline constexpr std::array<Parameter, 8> parameters{{
    {.name = "kernel",
     .type = ParameterType::choice,
     .default_value = "1",
     .choices = "1|2|3|4|5|6|7|8|9|10|11|12|13|14|15|16|17|18|19|20|21|22|23|24",
     .help = "number of the kernel; `plumb livermore` runs all"},
    {.name = "span",
     .type = ParameterType::choice_or_count,
     .default_value = "long",
     .choices = "long|medium|short",
     .most = 1ULL << 30U,
     .help = "one of the suite's spans, or a number of iterations"},
    {.name = "precision",
     .type = ParameterType::choice,
     .default_value = "f64",
     .choices = "f64|f32",
     .help = "f64 or f32"},
    {.name = "data",
     .type = ParameterType::choice,
     .default_value = "official",
     .choices = "official|random|hard",
     .help = "official fill; random; hard: every branch of 16, 17, 20, for the others random"},
    {.name = "scatter",
     .type = ParameterType::choice,
     .default_value = "sorted",
     .choices = "sorted|atomic",
     .help = "kernel 14: charges in a fixed order, or by atomics"},
    {.name = "scan",
     .type = ParameterType::choice,
     .default_value = "tiles",
     .choices = "tiles|stream",
     .help = "kernels 5, 11 and 19 on GPUs: tiles on any, stream where the device has bulk copies",
     .default_for = scan_for},
    {.name = "sweeps",
     .default_value = "16",
     .choices = {},
     .least = 0,
     .most = 60,
     .help = "kernels 17 and 20: sweeps before the sequential order is taken; 0 takes it at once"},
    {.name = "chunk",
     .default_value = "1",
     .choices = {},
     .most = 1ULL << 30U,
     .help = "iterations in a row per work-item: 1 on GPUs, many on CPUs",
     .default_for = chunk_for},
}};

inline constexpr std::array<Variant, 3> variants{{
    {"best", DeviceKind::any, "scans, reductions and maps"},
    {"thesis", DeviceKind::any, "the passes of the thesis, where it describes them"},
    {"sequential", DeviceKind::any, "one work-item in the original order"},
}};

Program program(const Settings& settings);
Reference reference(const Settings& settings, ReferenceStore& store);

// The span that the settings name, and which of the suite's it is (0 long, also for numbers).
std::uint64_t span_of(const Settings& settings);
unsigned which_span(const Settings& settings);
unsigned kernel_of(const Settings& settings);

// What a kernel starts from; refuses what does not fit this machine's memory or the precision.
Arrays<double> arrays_before(const Settings& settings);

// The program of data that are there already.
Program program_from(const Settings& settings, Arrays<double> before);

// What a kernel writes, by the names of the program's buffers.
std::vector<std::string> result_buffers(unsigned kernel, const std::string& variant);

// The array whose values a buffer has; "ZA_new" has those of ZA.
std::string array_of(std::string_view buffer);

// Puts a buffer that was read back where the array of that name lies.
void keep_result(Arrays<double>& arrays, std::string_view buffer, std::span<const double> values);

// Readings "digits" of the strict sum against the host's loop, "sweeps" where there are any and
// whether they "settled"; flops that depend on what the kernel finds (examine.cpp).
void examine(const Settings& settings, const Reader& reader, Point& point);

// The kernel's name, its patterns and technique, and the span as a number.
NamedTexts labels(const Settings& settings);

// The reference's loop on one core.
std::function<void()> host_loop(const Settings& settings);

// The 24 kernels as the suite runs them (suite.cpp).
NamedTexts suite_lists(const NamedTexts& chosen);
NamedTexts suite_point(const NamedTexts& combination);
std::vector<NamedTexts> best_beside_thesis(const NamedTexts& point);
std::vector<TableLayout> suite_layouts(const NamedTexts& chosen, const std::string& device);
std::vector<std::string> suite_remarks(std::span<const Point> points);
NamedTexts explanation(const std::string& kernel);

std::vector<NamedTexts> candidates(const DeviceTraits& device);

inline constexpr std::array<std::string_view, 2> several{"kernel", "span"};

// What a report draws.
std::vector<ChartLayout> charts();

inline constexpr std::array<Suite, 1> suites{{
    {.name = "mflops",
     .help = "all 24 kernels at the official spans, or with --points N elements in their arrays",
     .several = several,
     .lists = suite_lists,
     .point = suite_point,
     .companions = best_beside_thesis,
     .layouts = suite_layouts,
     .remarks = suite_remarks},
}};

inline constexpr std::array<std::string_view, 4> tuned_for{"kernel", "span", "precision", "data"};
inline constexpr std::array<std::string_view, 5> tuned_by{"variant", "scatter", "scan", "sweeps",
                                                          "chunk"};

// What a survey runs of it (survey.cpp).
std::vector<NamedTexts> survey_points(Bytes data, const DeviceTraits& device);

inline constexpr Workload workload{
    .name = "livermore",
    .summary = "the 24 Livermore kernels in their original meaning",
    .parameters = parameters,
    .variants = variants,
    .program = program,
    .reference = reference,
    .suites = suites,
    .charts = charts,
    .tuner = {.problem = tuned_for, .chooses = tuned_by, .candidates = candidates},
    .survey_points = survey_points,
    .labels = labels,
    .examine = examine,
    .host_loop = host_loop,
    .explanation = explanation};

}  // namespace plumb::livermore
