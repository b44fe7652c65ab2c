// plumb/workloads/scale/scale.h - y = factor x: what the recipe of a new workload asks for, and no
// more. `scripts/check recipe` adds it to a copy of the tree.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "plumb/workloads/workload.h"

namespace plumb::scale {

inline constexpr std::array<Parameter, 2> parameters{{
    {.name = "elements",
     .default_value = "65536",
     .choices = {},
     .most = 1ULL << 30U,
     .help = "elements per array"},
    {.name = "group",
     .default_value = "64",
     .choices = {},
     .most = 256,
     .help = "work-items of a group"},
}};

inline constexpr std::array<Variant, 1> variants{{
    {"plain", DeviceKind::any, "an item takes an element"},
}};

Program program(const Settings& settings);
Reference reference(const Settings& settings, ReferenceStore& store);
NamedTexts suite_lists(const NamedTexts& chosen);
std::vector<TableLayout> suite_layouts(const NamedTexts& chosen, const std::string& device);
std::vector<NamedTexts> candidates(const DeviceTraits& device);
std::vector<NamedTexts> survey_points(Bytes data, const DeviceTraits& device);

inline constexpr std::array<std::string_view, 1> tuned_for{"elements"};
inline constexpr std::array<std::string_view, 2> tuned_by{"variant", "group"};

inline constexpr std::array<Suite, 1> suites{{
    {.name = "sizes",
     .help = "four sizes by credited rate",
     .several = tuned_for,
     .lists = suite_lists,
     .layouts = suite_layouts},
}};

inline constexpr Workload workload{
    .name = "scale",
    .summary = "y = factor x",
    .parameters = parameters,
    .variants = variants,
    .program = program,
    .reference = reference,
    .suites = suites,
    .tuner = {.problem = tuned_for, .chooses = tuned_by, .candidates = candidates},
    .survey_points = survey_points};

}  // namespace plumb::scale
