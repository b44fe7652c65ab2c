// plumb/workloads/gaussian/gaussian.h - a separable Gaussian filter of images.
//
// The program of paper 004, table 5: K taps along rows, then along columns; also in one pass.
// Points beyond the edge are those of the edge.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "plumb/workloads/pixels/source_image.h"
#include "plumb/workloads/pixels/stages.h"
#include "plumb/workloads/workload.h"

namespace plumb::gaussian {

inline constexpr std::array<Parameter, 11> parameters{{
    pixels::size_parameter,
    {.name = "pixel",
     .type = ParameterType::choice,
     .default_value = "uchar4",
     .choices = "uchar4|float|float4",
     .help = "RGBA in bytes, one channel or RGBA in floats"},
    pixels::image_parameter,
    pixels::result_parameter,
    {.name = "taps",
     .default_value = "13",
     .choices = {},
     .most = 63,
     .help = "of the filter along each axis, K of paper 004; odd"},
    {.name = "sigma",
     .type = ParameterType::number,
     .default_value = "0",
     .choices = {},
     .least = 0,
     .most = 1000,
     .help = "of the Gaussian in pixels; 0: 0.15 taps + 0.35"},
    {.name = "source",
     .type = ParameterType::choice,
     .default_value = "buffer",
     .choices = "buffer|image",
     .help = "what the first of two passes reads: a buffer, or an image through a sampler"},
    pixels::form_parameter,
    pixels::chunks_parameter,
    pixels::kernels_parameter,
    {.name = "rows",
     .type = ParameterType::choice_or_count,
     .default_value = "auto",
     .choices = "auto",
     .most = 16,
     .help = "rows that a work-item makes at once: 4, 8 or 16 on GPUs (auto: 8; of several "
             "channels in one pass 16), 1, 2 or 4 on CPUs (auto: 4)"},
}};

inline constexpr std::array<Variant, 2> variants{{
    {"one_pass", DeviceKind::any, "both axes at once, through local memory or a piece of a row"},
    {"two_pass", DeviceKind::any, "along rows, then along columns"},
}};

// The taps: positive, their sum is 1 but for rounding to float.
std::vector<double> weights_of(const Settings& settings);

Program program(const Settings& settings);
Reference reference(const Settings& settings, ReferenceStore& store);
void check_settings(const Settings& settings);
void examine(const Settings& settings, const Reader& reader, Point& point);

std::vector<NamedTexts> candidates(const DeviceTraits& device);

// Table 5 of paper 004.
NamedTexts suite_lists(const NamedTexts& chosen);
std::vector<TableLayout> suite_layouts(const NamedTexts& chosen, const std::string& device);
std::vector<PublishedRow> published_rows(const NamedTexts& chosen);

// What a report draws.
std::vector<ChartLayout> charts();

inline constexpr std::array<std::string_view, 4> several{"size", "pixel", "taps", "variant"};
inline constexpr std::array<Suite, 1> suites{{
    {.name = "sizes",
     .help = "K = 13, N = 256 .. 1024 as in table 5 of paper 004, its measured times beside ours",
     .several = several,
     .lists = suite_lists,
     .layouts = suite_layouts,
     .published = published_rows},
}};

inline constexpr std::array<std::string_view, 3> tuned_by{"variant", "rows", "chunks"};
inline constexpr std::array<std::string_view, 5> tuned_for{"size", "pixel", "taps", "source",
                                                           "form"};

// What a survey runs of it (survey.cpp).
std::vector<NamedTexts> survey_points(Bytes data, const DeviceTraits& device);

inline constexpr Workload workload{
    .name = "gaussian",
    .summary = "a separable Gaussian filter of K taps along each axis",
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
    .files_read = pixels::files_read,
    .files_written = pixels::files_written};

}  // namespace plumb::gaussian
