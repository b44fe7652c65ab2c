// plumb/report/html/sections.h - the sections of a page, one file each. A section without blocks
// has no records and is left out.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/report/html/page.h"
#include "plumb/report/html/section.h"

namespace plumb {

// What a stranger asks: how fast is the memory, how near is a workload to the limit, was the
// prediction right, why not, what to try.
Section summary_section(const ReportInputs& inputs);

// Every device as its probes saw it.
std::vector<Section> nameplate_sections(const ReportInputs& inputs);

// Rates over arithmetic intensity below the limits of their device.
Section roofline_section(const ReportInputs& inputs);

// Predicted against measured, part by part, and what the explanations say.
Section prediction_section(const ReportInputs& inputs);

// One for each result: the charts that its workloads declare, and its tables.
std::vector<Section> workload_sections(const ReportInputs& inputs);

// Devices and runs beside each other.
Section beside_section(const ReportInputs& inputs);

// Stamped kernels; timelines.
Section trace_section(const ReportInputs& inputs);

// Shader programs whose work was moved from one to the other.
Section allocation_section(const ReportInputs& inputs);

// Where every number comes from: commands, versions, clocks, noise, papers.
Section provenance_section(const ReportInputs& inputs);

}  // namespace plumb
