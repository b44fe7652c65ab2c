// plumb/workloads/himeno/himeno.h - the Himeno benchmark: 19-point Jacobi sweeps of a pressure.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "plumb/workloads/workload.h"

namespace plumb::himeno {

// As many groups as run at once: one per multiprocessor; a core takes two in turn, so that the last
// ones do not wait for one that was held up. Empty where the units are not known.
std::string groups_for(const DeviceTraits& device);

inline constexpr std::array<Parameter, 11> parameters{{
    {.name = "size",
     .type = ParameterType::shape,
     .default_value = "S",
     .choices = "XS|S|M|L|XL",
     .least = 3,
     .most = 16384,
     .help = "official size, or planes x rows x columns, the last contiguous",
     .parts = 3},
    {.name = "precision",
     .type = ParameterType::choice,
     .default_value = "f32",
     .choices = "f32|f64",
     .help = "f32 or f64"},
    {.name = "coefficients",
     .type = ParameterType::choice,
     .default_value = "random",
     .choices = "official|random",
     .help = "official: constants, as the rules have it; random: all arrays, the pressure too"},
    {.name = "iterations",
     .default_value = "16",
     .choices = {},
     .most = 1000000,
     .help = "sweeps per execution; each leaves its gosa"},
    {.name = "padding",
     .type = ParameterType::choice_or_count,
     .default_value = "auto",
     .choices = "auto",
     .least = 0,
     .most = 65536,
     .help = "bytes between (j, k) planes; auto: 12800 for variant 'padding', else none"},
    {.name = "group",
     .type = ParameterType::shape,
     .default_value = "32x4",
     .choices = {},
     .most = 1024,
     .help = "work-items of a group along and across rows: naive, wide; a power of 2 in all",
     .parts = 2},
    {.name = "tile",
     .type = ParameterType::shape,
     .default_value = "128x9",
     .choices = {},
     .most = 256,
     .help = "two_step: points and rows that a group puts out; half the points in f64",
     .parts = 2},
    {.name = "chunk",
     .type = ParameterType::choice_or_count,
     .default_value = "auto",
     .choices = "auto",
     .most = 16384,
     .help = "two_step, blocked: planes per group; auto: whole waves of --groups"},
    {.name = "stages",
     .default_value = "2",
     .choices = {},
     .least = 2,
     .most = 8,
     .help = "two_step: planes of coefficients on chip, fetched ahead"},
    {.name = "groups",
     .type = ParameterType::choice_or_count,
     .default_value = "auto",
     .choices = "auto",
     .most = 65536,
     .help = "groups that run at once: two_step, on_chip, blocked; follows the device's units",
     .default_for = groups_for},
    {.name = "rows",
     .type = ParameterType::choice_or_count,
     .default_value = "auto",
     .choices = "auto",
     .most = 16384,
     .help = "rows per work-item: plane (auto: all), blocked (auto: what the second-level cache "
             "holds)"},
}};

extern const std::array<Variant, 14> variants;  // from the rows in variants.cpp

Program program(const Settings& settings);

// Buffers "gosa" and "p", or "next" after an odd number of launches that alternate between both.
Reference reference(const Settings& settings, ReferenceStore& store);

// "form": the kind of device that the variant is made for; no gain is shown from one to the other.
NamedTexts labels(const Settings& settings);

// Making a program is cheap here: it refuses what it cannot make.
inline void check_settings(const Settings& settings) { (void)program(settings); }

// Random data have not converged after 20 iterations: whoever skips one is off by far.
std::optional<EarlyCheck> early_check(const Settings& settings);

// The ladder of paper 001 and what came after it (suite.cpp).
NamedTexts suite_lists(const NamedTexts& chosen);
NamedTexts suite_point(const NamedTexts& combination);
std::vector<NamedTexts> paddings_to_search(const NamedTexts& point);
std::vector<TableLayout> suite_layouts(const NamedTexts& chosen, const std::string& device);
std::vector<PublishedRow> published_rows(const NamedTexts& chosen);
std::vector<std::string> suite_remarks(std::span<const Point> points);

// What is worth racing (candidates.cpp).
std::vector<NamedTexts> candidates(const DeviceTraits& device);
std::vector<NamedTexts> refinements(const Settings& settings, const NamedTexts& fastest,
                                    const DeviceTraits& device);

inline constexpr std::array<std::string_view, 3> several{"size", "precision", "variant"};

// What a report draws.
std::vector<ChartLayout> charts();

inline constexpr std::array<Suite, 1> suites{{
    {.name = "ladder",
     .help = "variants by official credit, the paper's table beside them; the best on this device",
     .several = several,
     .lists = suite_lists,
     .point = suite_point,
     .forms = paddings_to_search,
     .layouts = suite_layouts,
     .published = published_rows,
     .remarks = suite_remarks},
}};

inline constexpr std::array<std::string_view, 2> tuned_for{"size", "precision"};
inline constexpr std::array<std::string_view, 8> tuned_by{"variant", "padding", "group",  "tile",
                                                          "chunk",   "stages",  "groups", "rows"};

// What a survey runs of it (survey.cpp).
std::vector<NamedTexts> survey_points(Bytes data, const DeviceTraits& device);

inline constexpr Workload workload{.name = "himeno",
                                   .summary = "19-point Jacobi sweeps of the Himeno benchmark",
                                   .parameters = parameters,
                                   .variants = variants,
                                   .program = program,
                                   .reference = reference,
                                   .suites = suites,
                                   .charts = charts,
                                   .tuner = {.problem = tuned_for,
                                             .chooses = tuned_by,
                                             .candidates = candidates,
                                             .refinements = refinements},
                                   .survey_points = survey_points,
                                   .labels = labels,
                                   .check = check_settings,
                                   .early_check = early_check};

}  // namespace plumb::himeno
