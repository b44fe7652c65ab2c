// plumb/workloads/morphology/morphology.h - erosion, dilation, opening and closing of images.
//
// The program of paper 000, tables 3 and 5, for any structuring element; for rectangles also in two
// passes that take the same time for every element.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "plumb/workloads/pixels/source_image.h"
#include "plumb/workloads/pixels/stages.h"
#include "plumb/workloads/two_devices.h"
#include "plumb/workloads/workload.h"

namespace plumb::morphology {

inline constexpr std::array<Parameter, 13> parameters{{
    pixels::size_parameter,
    {.name = "pixel",
     .type = ParameterType::choice,
     .default_value = "uchar4",
     .choices = "uchar4|float",
     .help = "four bytes, each by itself, or a float"},
    pixels::image_parameter,
    pixels::result_parameter,
    {.name = "operation",
     .type = ParameterType::choice,
     .default_value = "erode",
     .choices = "erode|dilate|open|close",
     .help = "minima, maxima, maxima of minima, minima of maxima"},
    {.name = "element",
     .type = ParameterType::text,
     .default_value = "rectangle",
     .choices = "rectangle|cross|disc|line|column|diagonal|WxH",
     .help =
         "structuring element: a shape of --references points, a rectangle, or a file of offsets"},
    {.name = "references",
     .default_value = "64",
     .choices = {},
     .most = 1U << 24U,
     .help = "points of the shape, K of paper 000"},
    pixels::form_parameter,
    pixels::chunks_parameter,
    split_parameter(
        "the fraction of the rows that the first device makes, the second one the rest"),
    second_parameter,
    pixels::kernels_parameter,
    {.name = "rows",
     .type = ParameterType::choice_or_count,
     .default_value = "auto",
     .choices = "auto",
     .least = 2,
     .most = 16,
     .help = "rows that a work-item of 'one_pass' makes at once; auto: 8 on GPUs, 16 on CPUs"},
}};

inline constexpr std::array<Variant, 2> variants{{
    {"one_pass", DeviceKind::any, "every point refers to all points under the element"},
    {"decomposed", DeviceKind::any, "rectangles: windows of rows, then of columns, by blocks"},
}};

Program program(const Settings& settings);
Reference reference(const Settings& settings, ReferenceStore& store);
void check_settings(const Settings& settings);

std::vector<std::string> files_read(const Settings& settings);
void examine(const Settings& settings, const Reader& reader, Point& point);

std::vector<NamedTexts> candidates(const DeviceTraits& device);

// K of paper 000, table 5, its T2 beside ours (suite.cpp).
NamedTexts suite_lists(const NamedTexts& chosen);
std::vector<TableLayout> suite_layouts(const NamedTexts& chosen, const std::string& device);
std::vector<PublishedRow> published_rows(const NamedTexts& chosen);

// What a report draws.
std::vector<ChartLayout> charts();

inline constexpr std::array<std::string_view, 3> several{"references", "size", "pixel"};
inline constexpr std::array<Suite, 1> suites{{
    {.name = "references",
     .help = "K = 4 .. 1024 as in table 5 of paper 000",
     .several = several,
     .lists = suite_lists,
     .layouts = suite_layouts,
     .published = published_rows},
}};

inline constexpr std::array<std::string_view, 3> tuned_by{"variant", "rows", "chunks"};
inline constexpr std::array<std::string_view, 6> tuned_for{"size",    "pixel",      "operation",
                                                           "element", "references", "form"};

// What a survey runs of it (survey.cpp).
std::vector<NamedTexts> survey_points(Bytes data, const DeviceTraits& device);

inline constexpr Workload workload{
    .name = "morphology",
    .summary = "erosion, dilation, opening and closing by a structuring element",
    .parameters = parameters,
    .variants = variants,
    .program = program,
    .reference = reference,
    .suites = suites,
    .charts = charts,
    .tuner = {.problem = tuned_for, .chooses = tuned_by, .candidates = candidates},
    .survey_points = survey_points,
    .check = check_settings,
    .examine = examine,
    .files_read = files_read,
    .files_written = pixels::files_written};

}  // namespace plumb::morphology
