// plumb/workloads/lu/lu.h - LU decomposition with partial pivoting of a dense square matrix.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "plumb/workloads/workload.h"

namespace plumb::lu {

std::string form_for(const DeviceTraits& device);
std::string block_for(const DeviceTraits& device);

inline constexpr std::array<Parameter, 7> parameters{{
    {.name = "size",
     .default_value = "1024",
     .choices = {},
     .least = 2,
     .most = 65536,
     .help = "rows and columns of the matrix",
     .because = "LU needs a square matrix, N for N x N"},
    {.name = "precision",
     .type = ParameterType::choice,
     .default_value = "f32",
     .choices = "f32|f64",
     .help = "f32 or f64"},
    {.name = "launches",
     .type = ParameterType::choice,
     .default_value = "batch",
     .choices = "batch|queued",
     .help = "recorded once and replayed as one submission, or queued one by one"},
    {.name = "form",
     .type = ParameterType::choice,
     .default_value = "tiles",
     .choices = "tiles|clusters|loops",
     .help =
         "blocked: tiles in local memory for GPUs; clusters: a panel in one launch, too, where a "
         "cluster of groups holds it; loops along columns for CPUs",
     .default_for = form_for},
    {.name = "block",
     .default_value = "128",
     .choices = {},
     .most = 1024,
     .help =
         "blocked: columns that are applied to the rest at once; tiles and clusters: 16 to 128, "
         "whole panels",
     .default_for = block_for},
    {.name = "panel",
     .default_value = "32",
     .choices = {},
     .most = 64,
     .help = "blocked, forms tiles and clusters: columns that are applied to the block at once: "
             "16, 32, 48, 64"},
    {.name = "zeros",
     .type = ParameterType::choice_or_count,
     .default_value = "none",
     .choices = "none",
     .least = 0,
     .most = 65535,
     .help = "a column that is all zeros: it makes the matrix singular"},
}};

inline constexpr std::array<Variant, 3> variants{{
    {"blocked", DeviceKind::any, "panels, and one product of matrices for each block of columns"},
    {"fused", DeviceKind::any,
     "per column one launch that finds, exchanges and divides, one update"},
    {"paper", DeviceKind::any, "the five kernels of paper 000 in its launches"},
}};

// The factors in the place of the matrix, by columns: L below the diagonal, which is 1, and U.
// `pivots`: row u was exchanged with pivots[u], for all but the last. Variant `paper` exchanges
// what is right of column u alone, the others whole rows.
Program program(const Settings& settings);

// Buffers "matrix" and "pivots" of matrices that are small enough to be decomposed again (see
// largest_compared).
Reference reference(const Settings& settings, ReferenceStore& store);

// Refuses what program() would refuse.
void check_settings(const Settings& settings);

// Adds the reading "backward error"; one beyond 1 makes the point wrong. A singular matrix is an
// input error that names the column without a pivot.
void examine(const Settings& settings, const Reader& reader, Point& point);

// The sizes of paper 000 beside what it measured (suite.cpp).
NamedTexts suite_lists(const NamedTexts& chosen);
std::vector<TableLayout> suite_layouts(const NamedTexts& chosen, const std::string& device);
std::vector<PublishedRow> published_rows(const NamedTexts& chosen);

std::vector<NamedTexts> candidates(const DeviceTraits& device);

inline constexpr std::array<std::string_view, 3> several{"size", "precision", "variant"};

// What a report draws.
std::vector<ChartLayout> charts();

inline constexpr std::array<Suite, 1> suites{{
    {.name = "sizes",
     .help = "the sizes of paper 000, its measured times beside ours",
     .several = several,
     .lists = suite_lists,
     .layouts = suite_layouts,
     .published = published_rows},
}};

inline constexpr std::array<std::string_view, 2> tuned_for{"size", "precision"};
inline constexpr std::array<std::string_view, 4> tuned_by{"variant", "form", "block", "panel"};

// What a survey runs of it (survey.cpp).
std::vector<NamedTexts> survey_points(Bytes data, const DeviceTraits& device);

inline constexpr Workload workload{
    .name = "lu",
    .summary = "LU decomposition with partial pivoting of a dense matrix",
    .parameters = parameters,
    .variants = variants,
    .program = program,
    .reference = reference,
    .suites = suites,
    .charts = charts,
    .tuner = {.problem = tuned_for, .chooses = tuned_by, .candidates = candidates},
    .survey_points = survey_points,
    .check = check_settings,
    .examine = examine};

}  // namespace plumb::lu
