// plumb/workloads/stream/stream.h - copy, scale, add, triad and dot: the roof of the memory path.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "plumb/workloads/workload.h"

namespace plumb::stream {

inline constexpr std::array<Parameter, 5> parameters{{
    {.name = "elements",
     .default_value = "33554432",
     .choices = {},
     .most = 1ULL << 36U,
     .help =
         "elements per array; suffixes k, M, G (powers of 1000) and Ki, Mi, Gi (powers of 1024)"},
    {.name = "precision",
     .type = ParameterType::choice,
     .default_value = "f32",
     .choices = "f32|f64",
     .help = "f32 or f64"},
    {.name = "operation",
     .type = ParameterType::choice,
     .default_value = "all",
     .choices = "all|copy|scale|add|triad|dot",
     .help = "one operation, or all five in this order"},
    {.name = "chunk",
     .default_value = "65536",
     .choices = {},
     .most = 1ULL << 32U,
     .help = "elements per work-item of variant 'loop'"},
    {.name = "groups",
     .default_value = "2048",
     .choices = {},
     .most = 1ULL << 20U,
     .help = "work-groups of the reduction of variant 'wide'"},
}};

inline constexpr std::array<Variant, 2> variants{{
    {"wide", DeviceKind::gpu, "16 bytes per work-item, no loop; dot by a grid of groups"},
    {"loop", DeviceKind::cpu, "each work-item loops over a contiguous chunk"},
}};

// The order of STREAM: c = a; b = s c; c = a + b; a = b + s c; sum = a . b. s = sqrt(2) - 1 makes
// a repetition return to the same a, so that values neither grow nor decay.
Program program(const Settings& settings);
Reference reference(const Settings& settings, ReferenceStore& store);

std::vector<NamedTexts> candidates(const DeviceTraits& device);

// Each operation by itself, with its share of the copy.
NamedTexts suite_lists(const NamedTexts& chosen);
std::vector<TableLayout> suite_layouts(const NamedTexts& chosen, const std::string& device);

inline constexpr std::array<std::string_view, 3> several{"elements", "precision", "operation"};

// What a report draws.
std::vector<ChartLayout> charts();

inline constexpr std::array<Suite, 1> suites{{
    {.name = "operations",
     .help = "each operation by itself, with its share of the copy",
     .several = several,
     .lists = suite_lists,
     .layouts = suite_layouts},
}};

inline constexpr std::array<std::string_view, 3> tuned_by{"variant", "chunk", "groups"};
inline constexpr std::array<std::string_view, 3> tuned_for{"elements", "precision", "operation"};

// What a survey runs of it (survey.cpp).
std::vector<NamedTexts> survey_points(Bytes data, const DeviceTraits& device);

inline constexpr Workload workload{
    .name = "stream",
    .summary = "copy, scale, add, triad and dot over long arrays",
    .parameters = parameters,
    .variants = variants,
    .program = program,
    .reference = reference,
    .suites = suites,
    .charts = charts,
    .tuner = {.problem = tuned_for, .chooses = tuned_by, .candidates = candidates},
    .survey_points = survey_points};

}  // namespace plumb::stream
