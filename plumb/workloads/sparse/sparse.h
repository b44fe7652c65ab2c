// plumb/workloads/sparse/sparse.h - sparse matrices: the product y = A x, and moving one to a
// device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "plumb/workloads/workload.h"

namespace plumb::sparse {

std::string form_for(const DeviceTraits& device);

inline constexpr std::array<Parameter, 6> parameters{{
    {.name = "size",
     .default_value = "4096",
     .choices = {},
     .most = 1ULL << 31U,
     .help = "rows and columns of a synthetic matrix"},
    {.name = "nonzeros",
     .default_value = "16",
     .choices = {},
     .most = 4096,
     .help = "elements of a row of a synthetic matrix that are not zero"},
    {.name = "matrix",
     .type = ParameterType::text,
     .default_value = "banded",
     .choices = "banded|random",
     .help = "banded or random columns, or a Matrix Market file"},
    {.name = "precision",
     .type = ParameterType::choice,
     .default_value = "f32",
     .choices = "f32|f64",
     .help = "f32 or f64"},
    {.name = "form",
     .type = ParameterType::choice,
     .default_value = "wide",
     .choices = "wide|loop",
     .help = "wide: many work-items, for GPUs; loop: one for a chunk of rows, for CPUs",
     .default_for = form_for},
    {.name = "chunk",
     .default_value = "1024",
     .choices = {},
     .most = 1ULL << 20U,
     .help = "rows per work-item of form 'loop'"},
}};

inline constexpr std::array<Variant, 4> variants{{
    {"ell", DeviceKind::any, "y = A x, rows of one length side by side"},
    {"csr", DeviceKind::any, "y = A x, rows one after another"},
    {"placed", DeviceKind::any,
     "paper 003: what is not zero moved in and placed by its coordinates"},
    {"full", DeviceKind::any, "the full matrix moved in, to stand beside 'placed'"},
}};

Program program(const Settings& settings);

// Buffer "y", of `placed` and `full` "matrix", by rows.
Reference reference(const Settings& settings, ReferenceStore& store);

// The Matrix Market file, where one is named.
std::vector<std::string> files_read(const Settings& settings);

// Of `placed` and `full`: "moved", the megabytes (10^6) that T1 is the time of.
NamedTexts labels(const Settings& settings);

// What is moved in by `placed` and by `full`; the products (suite.cpp).
NamedTexts transfer_lists(const NamedTexts& chosen);
std::vector<TableLayout> transfer_layouts(const NamedTexts& chosen, const std::string& device);
NamedTexts product_lists(const NamedTexts& chosen);
std::vector<TableLayout> product_layouts(const NamedTexts& chosen, const std::string& device);

std::vector<NamedTexts> candidates(const DeviceTraits& device);

inline constexpr std::array<std::string_view, 5> several{"size", "nonzeros", "matrix", "precision",
                                                         "variant"};

// What a report draws.
std::vector<ChartLayout> charts();

inline constexpr std::array<Suite, 2> suites{{
    {.name = "products",
     .help = "y = A x in ELL and CSR, with their share of the copy",
     .several = several,
     .lists = product_lists,
     .layouts = product_layouts},
    {.name = "transfers",
     .help = "T1 of what is not zero beside T1 of the full matrix",
     .several = several,
     .lists = transfer_lists,
     .layouts = transfer_layouts},
}};

inline constexpr std::array<std::string_view, 4> tuned_for{"size", "nonzeros", "matrix",
                                                           "precision"};
inline constexpr std::array<std::string_view, 3> tuned_by{"variant", "form", "chunk"};

// What a survey runs of it (survey.cpp).
std::vector<NamedTexts> survey_points(Bytes data, const DeviceTraits& device);

inline constexpr Workload workload{
    .name = "sparse",
    .summary = "sparse matrices: products with a vector, and what moving one costs",
    .parameters = parameters,
    .variants = variants,
    .program = program,
    .reference = reference,
    .suites = suites,
    .charts = charts,
    .tuner = {.problem = tuned_for, .chooses = tuned_by, .candidates = candidates},
    .survey_points = survey_points,
    .labels = labels,
    .files_read = files_read};

}  // namespace plumb::sparse
