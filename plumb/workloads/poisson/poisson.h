// plumb/workloads/poisson/poisson.h - a heat problem with fixed temperatures, solved to a stated
// error: the discrete Poisson equation on a square, a rectangle or a box.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "plumb/workloads/poisson/picture.h"
#include "plumb/workloads/poisson/problem/problem.h"
#include "plumb/workloads/poisson/suite.h"
#include "plumb/workloads/two_devices.h"
#include "plumb/workloads/workload.h"

namespace plumb::poisson {

std::string form_for(const DeviceTraits& device);

inline constexpr std::array<Parameter, 19> parameters{{
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
    {.name = "deadline",
     .type = ParameterType::number,
     .default_value = "0",
     .choices = {},
     .least = 0,
     .most = 1000000000,
     .help = "multigrid: as many cycles as fit into so many ms, whatever the tolerance; 0: none"},
    {.name = "check",
     .type = ParameterType::choice_or_count,
     .default_value = "auto",
     .choices = "auto",
     .most = 1000000,
     .help = "iterations from one check to the next"},
    {.name = "boundary",
     .type = ParameterType::text,
     .default_value = "top",
     .choices = "top|zero|random|index",
     .help = "top: 100 at the top, else 0; or a number, random, index, file:PATH (all points)"},
    {.name = "rhs",
     .type = ParameterType::text,
     .default_value = "zero",
     .choices = "zero|random|index",
     .help = "right-hand side of the discrete equations: zero, a number, random, index, file:PATH"},
    {.name = "image",
     .type = ParameterType::text,
     .default_value = "none",
     .choices = "none",
     .help = "where the field is written as PNG, with isotherms"},
    split_parameter(
        "jacobi: the fraction of the rows that the first device has, the second one the rest"),
    second_parameter,
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

// Sweeps of one core of the host, with vector instructions and without (scalar_sweep.cpp).
std::function<void()> host_loop(const Settings& settings);
std::function<void()> scalar_host_loop(const Settings& settings);

// What tuning chooses: the form, then how often is checked, or how a multigrid begins (tune.cpp).
std::vector<NamedTexts> candidates(const DeviceTraits& device);
std::vector<NamedTexts> refinements(const Settings& settings, const NamedTexts& fastest,
                                    const DeviceTraits& device);

inline constexpr std::array<std::string_view, 3> tuned_by{"form", "check", "cycle"};
inline constexpr std::array<std::string_view, 8> tuned_for{
    "variant", "dim", "n", "precision", "norm", "tolerance", "boundary", "rhs"};

// What a survey runs of it (survey.cpp).
std::vector<NamedTexts> survey_points(Bytes data, const DeviceTraits& device);

inline constexpr Workload workload{.name = "poisson",
                                   .summary = "a heat problem solved to a stated true error",
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
                                   .check = check_settings,
                                   .early_check = early_check,
                                   .examine = examine,
                                   .host_loop = host_loop,
                                   .scalar_host_loop = scalar_host_loop,
                                   .files_read = files_read,
                                   .files_written = files_written};

}  // namespace plumb::poisson
