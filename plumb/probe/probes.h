// plumb/probe/probes.h - the probes, one function and one file each.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/probe/probing.h"

namespace plumb {

void probe_transfer(Probing& probing);
void probe_contention(Probing& probing);
void probe_launch(Probing& probing);
void probe_latency(Probing& probing);
void probe_bandwidth(Probing& probing);
void probe_mix(Probing& probing);
void probe_streams(Probing& probing);
void probe_threads(Probing& probing);
void probe_barrier(Probing& probing);
void probe_elements(Probing& probing);
void probe_patterns(Probing& probing);
void probe_images(Probing& probing);
void probe_paper(Probing& probing);
void probe_compute(Probing& probing);
void probe_overlap(Probing& probing);

}  // namespace plumb
