// plumb/workloads/poisson/poisson.h - a heat problem with fixed temperatures, solved to a stated
// error: the discrete Poisson equation on a square, a rectangle or a box.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "plumb/workloads/workload.h"

namespace plumb::poisson {

std::string form_for(const DeviceTraits& device);

inline constexpr std::array<Parameter, 13> parameters{{
    {.name = "dim",
     .default_value = "2",
     .choices = {},
     .least = 2,
     .most = 3,
     .help = "2 or 3 dimensions"},
    {.name = "n",
     .type = ParameterType::text,
     .default_value = "256",
     .choices = {},
     .help = "cells along every axis, or of each joined by x; one unknown less"},
    {.name = "precision",
     .type = ParameterType::choice,
     .default_value = "f64",
     .choices = "f32|f64|mixed",
     .help = "f32 or f64; mixed: multigrid in f32 on a field in f64"},
    {.name = "norm",
     .type = ParameterType::choice,
     .default_value = "error",
     .choices = "error|sum|max|rms",
     .help = "what is compared with --tolerance: a bound of the true error, or of the updates of "
             "one sweep the sum, the largest, the root of the mean square"},
    {.name = "tolerance",
     .type = ParameterType::number,
     .default_value = "1e-4",
     .choices = {},
     .least = 0,
     .help = "at which the iteration ends; the hot edge has 100"},
    {.name = "iterations",
     .type = ParameterType::choice_or_count,
     .default_value = "auto",
     .choices = "auto|thesis",
     .most = 100000000,
     .help = "a fixed number without checks; thesis: the counts of its table 4; auto: as many as "
             "the tolerance needs"},
    {.name = "max-iterations",
     .type = ParameterType::choice_or_count,
     .default_value = "auto",
     .choices = "auto",
     .most = 100000000,
     .help = "after which an iteration ends that has not converged; auto: by the "
             "solver"},
    {.name = "check",
     .type = ParameterType::choice_or_count,
     .default_value = "auto",
     .choices = "auto",
     .most = 1000000,
     .help = "iterations from one check to the next"},
    {.name = "form",
     .type = ParameterType::choice,
     .default_value = "items",
     .choices = "items|rows",
     .help = "items of vectors for GPUs, loops along rows for CPUs",
     .default_for = form_for},
    {.name = "values",
     .type = ParameterType::choice,
     .default_value = "4",
     .choices = "1|4",
     .help = "jacobi, form items: one value per item, or 16 bytes (four of f32, two of f64)"},
    {.name = "cycle",
     .type = ParameterType::choice,
     .default_value = "full",
     .choices = "full|v",
     .help = "multigrid: the first cycle begins on the coarsest level, or is one like the others"},
    {.name = "steps",
     .default_value = "8",
     .choices = {},
     .most = 16,
     .help = "blocked: sweeps per launch, as wide are the edges that tiles compute in vain"},
    {.name = "strip",
     .default_value = "10",
     .choices = {},
     .least = 4,
     .most = 12,
     .help = "blocked: rows per item; a tile has eight times as many"},
}};

inline constexpr std::array<Variant, 10> variants{{
    {"multigrid", DeviceKind::any, "cycles over coarser and coarser grids, of any size"},
    {"blocked", DeviceKind::any, "2-D: several of these sweeps in one pass over the field"},
    {"cg", DeviceKind::any, "conjugate gradients"},
    {"cg_multigrid", DeviceKind::any, "conjugate gradients with a cycle as preconditioner"},
    {"jacobi", DeviceKind::any, "sweeps between two fields, checked on the device"},
    {"on_chip", DeviceKind::any, "small grids: all sweeps from check to check in one launch"},
    {"red_black", DeviceKind::any, "successive over-relaxation with the best factor, in place"},
    {"refinement", DeviceKind::any, "f32 inside: conjugate gradients and cycles; residuals in f64"},
    {"slices", DeviceKind::any, "3-D: slice after slice, with new values from the one below"},
    {"thesis", DeviceKind::any,
     "update, copy back and sums in passes of their own; the host checks"},
}};

// One step, before which the field is restored. Buffers "field", "control" and "history".
Program program(const Settings& settings);

// Buffer "field" after a fixed number of sweeps.
Reference reference(const Settings& settings, ReferenceStore& store);

// Refuses what program() would refuse.
void check_settings(const Settings& settings);

// The first sweeps alone, bit by bit.
std::optional<EarlyCheck> early_check(const Settings& settings);

// Adds how the iteration went and how far its result is from the truth; a result beyond its bound
// makes the point wrong.
void examine(const Settings& settings, const Reader& reader, Point& point);

// Sweeps of one core of the host.
std::function<void()> host_loop(const Settings& settings);

// The solvers, or table 4 of the thesis (suite.cpp).
NamedTexts suite_lists(const NamedTexts& chosen);
std::vector<TableLayout> suite_layouts(const NamedTexts& chosen, const std::string& device);
NamedTexts paper_lists(const NamedTexts& chosen);
std::vector<TableLayout> paper_layouts(const NamedTexts& chosen, const std::string& device);
std::vector<PublishedRow> published_rows(const NamedTexts& chosen);
std::vector<std::string> suite_remarks(std::span<const Point> points);

inline constexpr std::array<std::string_view, 5> several{"dim", "n", "precision", "variant",
                                                         "solver"};

inline constexpr std::array<Suite, 2> suites{{
    {.name = "solve",
     .help = "a solver until its tolerance is met: iterations, time, and the true error",
     .several = several,
     .lists = suite_lists,
     .layouts = suite_layouts,
     .remarks = suite_remarks},
    {.name = "paper",
     .help = "table 4 of the thesis: its fixed counts of sweeps, its times beside ours",
     .several = several,
     .lists = paper_lists,
     .layouts = paper_layouts,
     .published = published_rows,
     .remarks = suite_remarks},
}};

inline constexpr Workload workload{.name = "poisson",
                                   .summary = "a heat problem solved to a stated true error",
                                   .parameters = parameters,
                                   .variants = variants,
                                   .program = program,
                                   .reference = reference,
                                   .suites = suites,
                                   .check = check_settings,
                                   .early_check = early_check,
                                   .examine = examine,
                                   .host_loop = host_loop};

}  // namespace plumb::poisson
