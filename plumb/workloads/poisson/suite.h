// plumb/workloads/poisson/suite.h - the tables of `plumb poisson`: the solvers, and table 4 of the
// thesis.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "plumb/records/chart_layout.h"
#include "plumb/workloads/suite.h"

namespace plumb::poisson {

NamedTexts suite_lists(const NamedTexts& chosen);
std::vector<TableLayout> suite_layouts(const NamedTexts& chosen, const std::string& device);
NamedTexts paper_lists(const NamedTexts& chosen);
std::vector<TableLayout> paper_layouts(const NamedTexts& chosen, const std::string& device);
std::vector<PublishedRow> published_rows(const NamedTexts& chosen);
std::vector<std::string> suite_remarks(std::span<const Point> points);

inline constexpr std::array<std::string_view, 5> several{"dim", "n", "precision", "variant",
                                                         "solver"};

// What a report draws.
std::vector<ChartLayout> charts();

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
     .beside_cpu = true,
     .remarks = suite_remarks},
}};

}  // namespace plumb::poisson
